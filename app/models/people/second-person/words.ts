/** Explanations of a failed request, by the reason of its use case. */
const whyWords: Readonly<Record<string, string>> = {
  'asker-gone': 'The colleague who asked for it may not do this any more.',
  unreadable: 'What was asked for can no longer be read. Ask for it again.',
  'not-found': 'It is not there any more.',
  'not-paid': 'No part of the payment can be refunded or undone any more.',
  'too-much': 'A part of it was refunded in the meantime.',
  'too-small': 'Razorpay cannot refund less than ₹1.',
  'one-capture-at-a-time': 'The payment was received in two parts, and Razorpay refunds one part at a time.',
  'more-than-agreed': 'More would go out by now than was agreed to.',
  'nothing-open': 'It was decided in the meantime.',
  over: 'The order was handed over or cancelled in the meantime.',
  'paid-meanwhile': 'The amount paid for it has changed in the meantime.',
  'rest-owed': 'A part that is not paid in full cannot be refunded while the rest is owed.',
  changed: 'It was changed in the meantime.',
  'bad-keys': 'Razorpay does not accept these keys any more.',
  'provider-down': 'Razorpay did not answer. Try again in a minute.',
  'link-open': 'The student has an open online payment for this. It expires within half an hour; agree after that.',
  'payment-under-way': 'A payment for it is in progress. Confirm or refuse it under Collections first.',
}

export const whyNotDone = (reason: string): string =>
  whyWords[reason] ?? 'It can no longer be done as it was asked for.'
