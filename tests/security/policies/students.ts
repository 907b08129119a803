import type { Policy } from '../policy'

export const studentsPolicies: Record<string, Policy> = {}
