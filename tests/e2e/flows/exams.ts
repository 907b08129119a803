import type { Mode } from '../modes'

export const examsFlows = {} as const satisfies Record<string, readonly Mode[]>
