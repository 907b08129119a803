import { both, type Mode } from '../e2e/modes'

export const registerFlows = {
  'a name that stands in the register is corrected on an order, and the book tells of it': both,
  'a name that was typed before the student came on the register is not lost': both,
  'a student comes back by the school’s rule, and the register shows both times': both,
} as const satisfies Record<string, readonly Mode[]>
