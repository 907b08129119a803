import type { Policy } from '../policy'

export const resultsPolicies: Record<string, Policy> = {}
