import type { Policy } from '../policy'

export const quizOfficePolicies: Record<string, Policy> = {}
