import { both, type Cells } from '../e2e/modes'

export const messagingFlows = {
  'an office notifies the families of absentees, and sees the cost and the delivery': both(
    'message preview',
    'form page',
    'list page',
  ),
  'an owner whose message text does not match its tags sees an error that names the variable': both(
    'form page',
    'form',
  ),
  "a guardian chooses the channel for a school's messages, in Gujarati, and the office sees the choice": both(
    'form page',
    'form',
  ),
  'an office resends messages of unsure delivery while their event is current, and sees for how many it is too late':
    both('list page', 'filters'),
} as const satisfies Record<string, Cells>
