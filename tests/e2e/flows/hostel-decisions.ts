import { all, both, type Mode } from '../modes'

export const hostelDecisionsFlows = {
  'the office approves, checks in, checks out and gives the deposit back less a deduction': all,
  'a full room: waiting list, an offer after a cancellation': both,
  'an approval tells how long the bed stays empty, and is none for a time that is over': both,
  'a refund is decided with the rent that is still owed in view': both,
  'a declared transfer with its proof is confirmed': both,
  'hostel applications are found, remarked on, refused, and end with the school': both,
} as const satisfies Record<string, readonly Mode[]>
