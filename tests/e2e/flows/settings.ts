import { both, type Mode } from '../modes'

export const settingsFlows = {
  'an owner sets up the school page by page, and the audit log tells of it': both,
  'an owner mistypes the password, signs in, and finds both among the sign-ins': both,
} as const satisfies Record<string, readonly Mode[]>
