import type { Mode } from '../modes'

export const shopOfficeFlows = {} as const satisfies Record<string, readonly Mode[]>
