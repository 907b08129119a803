import { both, type Mode } from '../e2e/modes'

export const breachFlows = {
  'a breach is told to those whom the owner has chosen, and the Board': both,
} as const satisfies Record<string, readonly Mode[]>
