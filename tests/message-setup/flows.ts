import { both, type Cells } from '../e2e/modes'

export const messageSetupFlows = {
  'an owner sets up SMS and WhatsApp, learns of a wrong key, and takes one away': both('decision page', 'form page'),
} as const satisfies Record<string, Cells>
