import type { Policy } from '../policy'

export const timetablePolicies: Record<string, Policy> = {}
