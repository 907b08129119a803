import type { Mode } from '../modes'

export const quizzesFlows = {} as const satisfies Record<string, readonly Mode[]>
