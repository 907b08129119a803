import { both, type Cells } from '../e2e/modes'

export const reportCardsFlows = {
  'an office makes a scheme, maps exams, publishes the cards of a section and withholds one': both(
    'decision page',
    'form page',
    'list page',
  ),
  'a grid of forty is filled by keyboard, and what is wrong comes back with nothing lost': both('shell'),
  'a family reads the card on the page before the paper, and why one is withheld': both('decision page', 'filters'),
} as const satisfies Record<string, Cells>
