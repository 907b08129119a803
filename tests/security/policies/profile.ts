import type { Policy } from '../policy'

export const profilePolicies: Record<string, Policy> = {}
