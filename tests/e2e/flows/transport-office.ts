import type { Mode } from '../modes'

export const transportOfficeFlows = {} as const satisfies Record<string, readonly Mode[]>
