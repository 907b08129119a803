import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const noticesFlows = {
  'a notice to a section is visible to its students only': lightAndEnhanced('form page', 'list page', 'filters'),
  'a notice of high priority is mailed to the family': lightAndEnhanced('form page', 'form'),
  'a teacher writes to assigned sections only': lightAndEnhanced('form page', 'list page', 'filters'),
  'an office edits and deletes a notice, and an invalid one shows its errors beside the fields': lightAndEnhanced(
    'delete page',
    'decision page',
    'form page',
  ),
  'an event appears with its priority': lightAndEnhanced('delete page', 'decision page', 'form page'),
} as const satisfies Record<string, FlowCoverage>
