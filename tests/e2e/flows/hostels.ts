import type { Mode } from '../modes'

export const hostelsFlows = {} as const satisfies Record<string, readonly Mode[]>
