import type { Policy } from '../policy'

export const transportDecisionsPolicies: Record<string, Policy> = {}
