import { both, type Cells } from '../e2e/modes'

export const reportCardsFlows = {
  'an office creates a scheme, maps exams, publishes the cards of a section and withholds one': both(
    'decision page',
    'form page',
    'list page',
  ),
  'an office fills in the report card grid of forty students, and errors are shown without losing input': both('shell'),
  'a family views a published report card as a page and as a PDF, and sees the reason when it is withheld': both(
    'decision page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
