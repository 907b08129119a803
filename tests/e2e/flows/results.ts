import type { Mode } from '../modes'

export const resultsFlows = {} as const satisfies Record<string, readonly Mode[]>
