import { both, type Mode } from '../modes'

export const walkthroughFlows = {
  'a new school comes from its registration to the first receipts and promotes a class': both,
} as const satisfies Record<string, readonly Mode[]>
