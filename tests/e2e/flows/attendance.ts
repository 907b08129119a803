import type { Mode } from '../modes'

export const attendanceFlows = {} as const satisfies Record<string, readonly Mode[]>
