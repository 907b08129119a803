import { both, type Cells } from '../e2e/modes'

export const noticesFlows = {
  'a notice to a section is read by its student and not by another': both('form page', 'list page', 'filters'),
  'a notice of high priority is mailed to the family': both('form page', 'form'),
  'a teacher writes to the own section only': both('form page', 'list page', 'filters'),
  'an office edits and deletes a notice, and a wrong one is refused beside the field': both(
    'delete page',
    'decision page',
    'form page',
  ),
  'an event appears with its priority': both('delete page', 'decision page', 'form page'),
} as const satisfies Record<string, Cells>
