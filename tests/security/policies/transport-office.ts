import type { Policy } from '../policy'

export const transportOfficePolicies: Record<string, Policy> = {}
