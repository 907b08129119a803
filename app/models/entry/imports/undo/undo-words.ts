/** Number of days for which an import can be undone. The replaced values are kept, encrypted, for the same time. */
export const undoDays = 30

/** Reasons why an undo leaves a record that the import wrote, in the words of the page. */
export const keepReasons = {
  changed: 'changed since the import',
  money: 'money: a payment, receipt, concession, waiver or other change of its dues',
  refunded: 'the payment has been refunded in part',
  published: 'the results are published; withdraw them first',
  marks: 'marks, quizzes or results',
  attendance: 'attendance or a leave application',
  certificates: 'a certificate, or an entry of the register',
  account: 'the family has an account, a guardian or a login',
  acted: 'the guardian has consented, complained or paid',
  children: 'the guardian has more children since',
  promoted: 'promoted since the import',
  documents: 'documents or pictures',
  contact: 'messages, notices, events or grievances',
  services: 'transport, hostel or store',
  fees: 'the fees of the earlier class have changed',
  number: 'its earlier number now belongs to another student',
  seats: 'the earlier section is full or gone',
  teaching: 'timetable, class teacher or subjects',
  students: 'students remain in it',
  office: 'fees, exams, admissions or other things of the office',
  other: 'other entries were made for it',
} as const
export type KeepReason = keyof typeof keepReasons

/** Label of a record that an undo keeps, with the reason. */
export type KeptThing = [label: string, reason: KeepReason]

/** Reasons why an undo changed nothing. */
export const undoStops = {
  obstacles:
    'In the meantime, something else was built on its rows, so nothing was taken back. Look at the list again.',
  collision: 'The same records were changed at the same time, so nothing was taken back. Try again.',
  'gave-up': 'Taking it back did not finish, so nothing was changed. Try again.',
  'second-person':
    'This amount needs a second person. The request is sent; nothing is taken back until a second person agrees.',
  unreadable: 'The values from before were sealed with another key and cannot be read, so nothing was taken back.',
  gone: 'The values from before are no longer kept, so nothing was taken back.',
  'nothing-left': 'Nothing in this import can be undone any more.',
} as const
export type UndoStop = keyof typeof undoStops

/** Maximum number of kept records that the page, and the row of the import, list by name. */
export const maxKeptListed = 200
