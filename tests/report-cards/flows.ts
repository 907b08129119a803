import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const reportCardsFlows = {
  'an office creates a scheme, maps exams, publishes the cards of a section and withholds one': lightAndEnhanced(
    'decision page',
    'form page',
    'list page',
  ),
  'an office fills in the report card grid of forty students, and errors are shown without losing input':
    lightAndEnhanced('shell'),
  'a family views a published report card as a page and as a PDF, and sees the reason when it is withheld':
    lightAndEnhanced('decision page', 'filters'),
} as const satisfies Record<string, FlowCoverage>
