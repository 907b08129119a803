import { both, type Cells } from '../e2e/modes'

export const guardiansFlows = {
  'a guardian activates the invitations of two schools and sees all children': both('child card', 'form'),
  'a guardian with the same mobile number and password at two schools chooses which account to open': both(
    'account choice',
    'child card',
    'sign-in form',
  ),
  'a guardian pays and requests leave for the opened child, and for no other': both(
    'changed password',
    'chart',
    'dashboard lists',
  ),
  'a guardian reads in Gujarati, and changes language and password': both(
    'changed password',
    'chart',
    'dashboard lists',
  ),
} as const satisfies Record<string, Cells>
