import type { Policy } from '../policy'

export const noticesPolicies: Record<string, Policy> = {}
