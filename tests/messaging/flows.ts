import { both, type Cells } from '../e2e/modes'

export const messagingFlows = {
  'an office tells the families of who is absent, and sees what it costs and what arrived': both(
    'message preview',
    'form page',
    'list page',
  ),
  'a text that does not fit its tags says which variable': both('form page', 'form'),
  'a guardian chooses how a school writes, in Gujarati, and the office sees it': both('form page', 'form'),
  'an office sends unsure messages again within the hours of their event, and is told of how many it is too late': both(
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
