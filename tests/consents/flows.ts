import { both, type Cells } from '../e2e/modes'

export const consentsFlows = {
  'a guardian consents for a child and takes it back, in Gujarati, and the office sees it': both('consents'),
  'an owner names third parties before families read of them': both('decision page', 'form page', 'list page'),
  'a family writes a grievance, the office answers, and it is opened again': both(
    'grievance',
    'child card',
    'list page',
  ),
} as const satisfies Record<string, Cells>
