import { both, type Mode } from '../modes'

export const settingsFlows = {
  'an owner sets up the school page by page, and the audit log tells of it': both,
} as const satisfies Record<string, readonly Mode[]>
