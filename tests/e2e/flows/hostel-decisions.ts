import type { Mode } from '../modes'

export const hostelDecisionsFlows = {} as const satisfies Record<string, readonly Mode[]>
