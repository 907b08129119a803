import { both, type Mode } from '../e2e/modes'

export const messageSetupFlows = {
  'an owner sets up SMS and WhatsApp, learns of a wrong key, and takes one away': both,
} as const satisfies Record<string, readonly Mode[]>
