import { both, type Mode } from '../modes'

export const transportOfficeFlows = {
  'one fare stands first, the tariff is set, and passengers are listed': both,
} as const satisfies Record<string, readonly Mode[]>
