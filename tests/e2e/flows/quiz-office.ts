import type { Mode } from '../modes'

export const quizOfficeFlows = {} as const satisfies Record<string, readonly Mode[]>
