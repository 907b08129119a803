import { all, both, type Mode } from '../e2e/modes'

export const admissionsFlows = {
  'a child registers online, waits, is accepted, signs in with the password chosen and sees the fees': all,
  'an office writes an admission down with a document and rejects it with a reason': both,
  'an online registration is refused with a reason or taken back': both,
  'the last seat is given once, and the second admission stays pending': both,
} as const satisfies Record<string, readonly Mode[]>
