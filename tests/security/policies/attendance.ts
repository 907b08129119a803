import type { Policy } from '../policy'

export const attendancePolicies: Record<string, Policy> = {}
