import { both, type Mode } from '../e2e/modes'

export const mailFlows = {
  'a reader unsubscribes and comes back, and the office has an address tried again': both,
} as const satisfies Record<string, readonly Mode[]>
