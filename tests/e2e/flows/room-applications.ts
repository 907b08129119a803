import { all, both, type Mode } from '../modes'

export const roomApplicationFlows = {
  'a student applies for a room in three steps and pays online': all,
  'a bank transfer is declared with a proof and confirmed by the office': both,
  'what is wrong is said beside the field, and the draft survives the loss of the session': both,
  'Enter leads on in the steps of applying, and the last one keeps what was typed': both,
  'a waiting student takes the bed that is offered': both,
  'a student cancels a hostel application': both,
  'cash waits until it is brought, is taken back, and what the school has not received is told': both,
  'what was transferred for a place that is cancelled is not forgotten': both,
} as const satisfies Record<string, readonly Mode[]>
