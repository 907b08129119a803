import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const messageSetupFlows = {
  'an owner sets up SMS and WhatsApp, sees the error of a wrong key, and removes a key': lightAndEnhanced(
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, FlowCoverage>
