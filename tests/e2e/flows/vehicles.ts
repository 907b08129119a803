import type { Mode } from '../modes'

export const vehiclesFlows = {} as const satisfies Record<string, readonly Mode[]>
