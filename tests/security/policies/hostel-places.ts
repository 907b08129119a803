import type { Policy } from '../policy'

export const hostelPlacesPolicies: Record<string, Policy> = {}
