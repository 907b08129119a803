import { all, both, type Cells } from '../e2e/modes'

export const admissionsFlows = {
  'a child registers online, waits, is accepted, signs in with the password chosen and sees the fees': all(
    'sign-in form',
    'upload',
    'form page',
  ),
  'an office writes an admission down with a document and rejects it with a reason': both(
    'admission form',
    'upload',
    'decision page',
  ),
  'an online registration is refused with a reason or taken back': both('sign-in form', 'form'),
  'the last seat is given once, and the second admission stays pending': both('form page', 'list page', 'filters'),
} as const satisfies Record<string, Cells>
