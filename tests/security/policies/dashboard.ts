import type { Policy } from '../policy'

export const dashboardPolicies: Record<string, Policy> = {}
