import type { Policy } from '../policy'

export const transportPolicies: Record<string, Policy> = {}
