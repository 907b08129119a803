import type { Policy } from '../policy'

export const examsPolicies: Record<string, Policy> = {}
