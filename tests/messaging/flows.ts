import { both, type Mode } from '../e2e/modes'

export const messagingFlows = {
  'an office tells the families of who is absent, and sees what it costs and what arrived': both,
  'a text that does not fit its tags says which variable': both,
  'a guardian chooses how a school writes, in Hindi and in Gujarati, and the office sees it': both,
  'an office sends unsure messages again within the hours of their event, and is told of how many it is too late': both,
} as const satisfies Record<string, readonly Mode[]>
