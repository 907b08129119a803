import { both, type Cells } from '../e2e/modes'

export const messageSetupFlows = {
  'an owner sets up SMS and WhatsApp, sees the error of a wrong key, and removes a key': both(
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, Cells>
