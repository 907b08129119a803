import type { Policy } from '../policy'

export const vehiclesPolicies: Record<string, Policy> = {}
