import type { Mode } from '../modes'

export const shopFlows = {} as const satisfies Record<string, readonly Mode[]>
