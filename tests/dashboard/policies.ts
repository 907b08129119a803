import type { Policy } from '../security/policy'

export const dashboardPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/dashboard': { get: 'student' },
  'routes/students+/_shell+/academic-sessions': { get: 'student' },
}
