import { all, both, type Mode } from '../e2e/modes'

export const hostelsFlows = {
  'a student looks for a hostel, its rooms and what they cost': all,
  'a student narrows the hostels and turns the pages': both,
  'a student finds an application again and what the school says': both,
  'the office approves, checks in, checks out and gives the deposit back less a deduction': all,
  'a full room: waiting list, an offer after a cancellation': both,
  'an approval tells how long the bed stays empty, and is none for a time that is over': both,
  'a refund is decided with the rent that is still owed in view': both,
  'a declared transfer with its proof is confirmed': both,
  'hostel applications are found, remarked on, refused, and end with the school': both,
  'the office opens a hostel with rooms, pictures and bank details, and sees who lies in which bed': both,
  'a room is not made smaller than the students in it, and a freed bed is offered': both,
  'a student applies for a room in three steps and pays online': all,
  'a bank transfer is declared with a proof and confirmed by the office': both,
  'what is wrong is said beside the field, and the draft survives the loss of the session': both,
  'Enter leads on in the steps of applying, and the last one keeps what was typed': both,
  'a waiting student takes the bed that is offered': both,
  'a student cancels a hostel application': both,
  'cash waits until it is brought, is taken back, and what the school has not received is told': both,
  'what was transferred for a place that is cancelled is not forgotten': both,
} as const satisfies Record<string, readonly Mode[]>
