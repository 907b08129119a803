import type { Policy } from '../policy'

export const shopPolicies: Record<string, Policy> = {}
