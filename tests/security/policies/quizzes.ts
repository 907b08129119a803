import type { Policy } from '../policy'

export const quizzesPolicies: Record<string, Policy> = {}
