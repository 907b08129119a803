import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const guardiansFlows = {
  'a guardian activates the invitations of two schools and sees all children': lightAndEnhanced('child card', 'form'),
  'a guardian with the same mobile number and password at two schools chooses which account to open': lightAndEnhanced(
    'account choice',
    'child card',
    'sign-in form',
  ),
  'a guardian pays and requests leave for the opened child, and for no other': lightAndEnhanced(
    'changed password',
    'chart',
    'dashboard lists',
  ),
  'a guardian reads in Gujarati, and changes language and password': lightAndEnhanced(
    'changed password',
    'chart',
    'dashboard lists',
  ),
} as const satisfies Record<string, FlowCoverage>
