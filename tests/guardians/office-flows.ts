import { both, type Cells } from '../e2e/modes'

export const guardianOfficeFlows = {
  'an office enters a guardian with a child, and nothing is seen after a court’s order': both(
    'message preview',
    'form page',
    'list page',
  ),
  'an office closes the access of an account that a child has activated, and invites again': both(
    'decision page',
    'form page',
  ),
  'an office makes guardians from equal numbers, looks at a doubtful one, and undoes it': both(
    'decision page',
    'form page',
    'list page',
  ),
  'a student of 18 shuts a guardian out and lets in again, in Gujarati': both('shell'),
  'an office gives the sibling concession by rule and ends it when the first child leaves': both(
    'form page',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
