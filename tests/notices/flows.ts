import { both, type Cells } from '../e2e/modes'

export const noticesFlows = {
  'a notice to a section is visible to its students only': both('form page', 'list page', 'filters'),
  'a notice of high priority is mailed to the family': both('form page', 'form'),
  'a teacher writes to assigned sections only': both('form page', 'list page', 'filters'),
  'an office edits and deletes a notice, and an invalid one shows its errors beside the fields': both(
    'delete page',
    'decision page',
    'form page',
  ),
  'an event appears with its priority': both('delete page', 'decision page', 'form page'),
} as const satisfies Record<string, Cells>
