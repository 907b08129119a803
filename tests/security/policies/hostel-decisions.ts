import type { Policy } from '../policy'

export const hostelDecisionsPolicies: Record<string, Policy> = {}
