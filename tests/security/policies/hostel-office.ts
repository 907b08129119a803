import type { Policy } from '../policy'

export const hostelOfficePolicies: Record<string, Policy> = {}
