import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const consentsFlows = {
  'a guardian consents for a child and withdraws the consent, in Gujarati, and the office sees it':
    lightAndEnhanced('consents'),
  'an owner must name third parties before families see them': lightAndEnhanced(
    'decision page',
    'form page',
    'list page',
  ),
  'a family writes a grievance, the office answers, and the family reopens it': lightAndEnhanced(
    'grievance',
    'child card',
    'list page',
  ),
} as const satisfies Record<string, FlowCoverage>
