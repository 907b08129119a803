import { all, both, type Mode, scriptOnly } from '../modes'

export const secondFactorFlows = {
  'an owner sets two-step sign-in up, signs in with a code and with a recovery code, and turns it off': all,
  'a school demands two-step sign-in, and whoever has none reaches nothing else': both,
  'a colleague whose phone is lost is helped by the owner, and told by mail': both,
  'an office user adds a passkey, signs in with it, and removes it': scriptOnly,
} as const satisfies Record<string, readonly Mode[]>
