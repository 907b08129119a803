import type { Mode } from '../modes'

export const profileFlows = {} as const satisfies Record<string, readonly Mode[]>
