import type { Policy } from '../policy'

export const shopOfficePolicies: Record<string, Policy> = {}
