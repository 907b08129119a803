import type { Policy } from '../security/policy'

export const dashboardPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/dashboard': { get: 'student', at: () => '/students/dashboard' },
  'routes/students+/_shell+/academic-sessions': { get: 'student', at: () => '/students/academic-sessions' },
}
