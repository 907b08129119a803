import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title: the modes in which each must pass, and the page pieces that it covers when scripts run. */
export const secondPersonFlows = {
  'a large refund waits until a second owner agrees to it': lightAndEnhanced('decision page', 'list page', 'filters'),
} as const satisfies Record<string, FlowCoverage>
