import type { Mode } from '../modes'

export const transportFlows = {} as const satisfies Record<string, readonly Mode[]>
