import type { Mode } from '../modes'

export const hostelOfficeFlows = {} as const satisfies Record<string, readonly Mode[]>
