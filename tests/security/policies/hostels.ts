import type { Policy } from '../policy'

export const hostelsPolicies: Record<string, Policy> = {}
