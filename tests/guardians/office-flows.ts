import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const guardianOfficeFlows = {
  'an office enters a guardian with a child, and a court order hides everything from the guardian': lightAndEnhanced(
    'message preview',
    'form page',
    'list page',
  ),
  'an office closes a guardian account that the child had activated, and invites the guardian again': lightAndEnhanced(
    'decision page',
    'form page',
  ),
  'an office creates guardians from equal mobile numbers, reviews a doubtful one, and undoes the batch':
    lightAndEnhanced('decision page', 'form page', 'list page'),
  'a student of 18 removes a guardian’s access and restores it, in Gujarati': lightAndEnhanced('shell'),
  'an office grants the sibling concession by rule and ends it when the first child leaves': lightAndEnhanced(
    'form page',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, FlowCoverage>
