import { both, type Cells } from '../e2e/modes'

export const consentsFlows = {
  'a guardian consents for a child and withdraws the consent, in Gujarati, and the office sees it': both('consents'),
  'an owner must name third parties before families see them': both('decision page', 'form page', 'list page'),
  'a family writes a grievance, the office answers, and the family reopens it': both(
    'grievance',
    'child card',
    'list page',
  ),
} as const satisfies Record<string, Cells>
