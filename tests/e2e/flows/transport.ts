import { all, type Mode, scriptOnly } from '../modes'

export const transportFlows = {
  'a student applies for transport, is approved, pays and rides': all,
  'what is missing is said before a fare is calculated, and a fare is looked up without applying': all,
  'the device says where it is, or why it cannot': scriptOnly,
} as const satisfies Record<string, readonly Mode[]>
