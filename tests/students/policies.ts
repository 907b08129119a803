import type { Policy } from '../security/policy'

export const studentsPolicies: Record<string, Policy> = {}
