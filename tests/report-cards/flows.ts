import { both, type Cells } from '../e2e/modes'

export const reportCardsFlows = {
  'an office creates a scheme, maps exams, publishes the cards of a section and withholds one': both(
    'decision page',
    'form page',
    'list page',
  ),
  'a report card grid of forty is filled in by keyboard, and errors are shown without losing input': both('shell'),
  'a family views the card on a page before its PDF, and the reason for a withheld one': both(
    'decision page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
