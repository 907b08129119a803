import type { Mode } from '../modes'

export const hostelPlacesFlows = {} as const satisfies Record<string, readonly Mode[]>
