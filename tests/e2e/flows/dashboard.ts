import type { Mode } from '../modes'

export const dashboardFlows = {} as const satisfies Record<string, readonly Mode[]>
