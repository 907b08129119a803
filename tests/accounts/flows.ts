import { all, both, type Mode, scriptOnly } from '../e2e/modes'

export const accountsFlows = {
  'an owner sets two-step sign-in up, signs in with a code and with a recovery code, and turns it off': all,
  'a school demands two-step sign-in, and whoever has none reaches nothing else': both,
  'a colleague whose phone is lost is helped by the owner, and told by mail': both,
  'an office user adds a passkey, signs in with it, and removes it': scriptOnly,
  'an owner sets up the school page by page, and the audit log tells of it': both,
  'an owner mistypes the password, signs in, and finds both among the sign-ins': both,
} as const satisfies Record<string, readonly Mode[]>
