const whyWords: Readonly<Record<string, string>> = {
  'asker-gone': 'The colleague who requested it no longer has this right.',
  unreadable: 'The request can no longer be read. Make it again.',
  'not-found': 'It no longer exists.',
  'not-paid': 'The payment can no longer be refunded or undone.',
  'too-much': 'A part of it was refunded in the meantime.',
  'too-small': 'Razorpay cannot refund less than ₹1.',
  'one-capture-at-a-time': 'The payment was received in two parts, and Razorpay refunds one part at a time.',
  'more-than-agreed': 'The amount would now be higher than agreed.',
  'nothing-open': 'It was decided in the meantime.',
  over: 'The order was handed over or cancelled in the meantime.',
  'paid-meanwhile': 'The amount paid for it has changed in the meantime.',
  'rest-owed': 'A part that is not paid in full cannot be refunded while the rest is owed.',
  changed: 'It was changed in the meantime.',
  'bad-keys': 'Razorpay does not accept these keys any more.',
  'provider-down': 'Razorpay did not answer. Try again in a minute.',
  obstacles: 'Something else was built on the import in the meantime.',
  'too-late': 'The import can no longer be taken back.',
  'under-way': 'The import is being taken back just now. Try again in a minute.',
  'link-open': 'The student has an open online payment for this. It expires within half an hour; agree after that.',
  'payment-under-way': 'A payment for it is in progress. Confirm or refuse it under Collections first.',
}

export const whyNotDone = (reason: string): string => whyWords[reason] ?? 'It can no longer be done as requested.'
