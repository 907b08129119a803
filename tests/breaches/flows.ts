import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const breachFlows = {
  'an owner notifies the chosen people and the Board of a breach': lightAndEnhanced(
    'child card',
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, FlowCoverage>
