import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title: the modes in which each must pass, and the page pieces that it covers when scripts run. */
export const messageSetupFlows = {
  'an owner sets up SMS and WhatsApp, sees the error of a wrong key, and removes a key': lightAndEnhanced(
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, FlowCoverage>
