import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const secondPersonFlows = {
  'a large refund waits until a second owner agrees to it': lightAndEnhanced('decision page', 'list page', 'filters'),
} as const satisfies Record<string, FlowCoverage>
