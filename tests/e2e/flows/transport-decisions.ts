import type { Mode } from '../modes'

export const transportDecisionsFlows = {} as const satisfies Record<string, readonly Mode[]>
