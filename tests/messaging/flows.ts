import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const messagingFlows = {
  'an office notifies the families of absentees, and sees the cost and the delivery': lightAndEnhanced(
    'message preview',
    'form page',
    'list page',
  ),
  'an owner whose message text does not match its tags sees an error that names the variable': lightAndEnhanced(
    'form page',
    'form',
  ),
  "a guardian chooses the channel for a school's messages, in Gujarati, and the office sees the choice":
    lightAndEnhanced('form page', 'form'),
  'an office resends messages of unsure delivery while their event is current, and sees for how many it is too late':
    lightAndEnhanced('list page', 'filters'),
} as const satisfies Record<string, FlowCoverage>
