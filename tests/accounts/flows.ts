import { all, both, type Cells, scriptOnly } from '../e2e/modes'

export const accountsFlows = {
  'an owner sets two-step sign-in up, signs in with a code and with a recovery code, and turns it off': all(
    'passkey',
    'second factor',
    'sign-in form',
  ),
  'a school demands two-step sign-in, and whoever has none reaches nothing else': both(
    'second factor',
    'sign-in form',
    'form page',
  ),
  'a colleague whose phone is lost is helped by the owner, and told by mail': both(
    'sign-in form',
    'decision page',
    'form page',
  ),
  'an office user adds a passkey, signs in with it, and removes it': scriptOnly('passkey', 'second factor'),
  'an owner sets up the school page by page, and the audit log tells of it': both('form page', 'list page', 'filters'),
  'an owner mistypes the password, signs in, and finds both among the sign-ins': both(
    'sign-in form',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
