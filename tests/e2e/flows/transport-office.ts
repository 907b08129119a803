import { both, type Mode } from '../modes'

export const transportOfficeFlows = {
  'the office opens a route with stops and a vehicle that drives it': both,
  'one fare stands first, the tariff is set, and passengers are listed': both,
} as const satisfies Record<string, readonly Mode[]>
