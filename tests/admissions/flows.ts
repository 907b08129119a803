import { all, both, type Cells } from '../e2e/modes'

export const admissionsFlows = {
  'a child registers online, is accepted, signs in with the chosen password and sees the fees': all(
    'sign-in form',
    'upload',
    'form page',
  ),
  'an office enters an admission with a document and rejects it with a reason': both(
    'admission form',
    'upload',
    'decision page',
  ),
  'a family sees the reason why an online registration was rejected, and withdraws a pending one': both(
    'sign-in form',
    'form',
  ),
  'the last seat is allotted once, and the second admission stays pending': both('form page', 'list page', 'filters'),
} as const satisfies Record<string, Cells>
