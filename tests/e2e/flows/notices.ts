import type { Mode } from '../modes'

export const noticesFlows = {} as const satisfies Record<string, readonly Mode[]>
