import type { Mode } from '../modes'

export const timetableFlows = {} as const satisfies Record<string, readonly Mode[]>
