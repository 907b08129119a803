import { both, type Cells } from '../e2e/modes'

export const messagingFlows = {
  'an office notifies the families of absentees, and sees the cost and the delivery': both(
    'message preview',
    'form page',
    'list page',
  ),
  'a text that does not match its tags names the variable': both('form page', 'form'),
  'a guardian chooses the channel of a school, in Gujarati, and the office sees it': both('form page', 'form'),
  'an office resends unsure messages while their event is current, and sees the number of expired ones': both(
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
