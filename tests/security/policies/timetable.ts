import type { Policy } from '../policy'

export const timetablePolicies: Record<string, Policy> = {
  'routes/students+/_shell+/timetable.index': { get: 'student', at: () => '/students/timetable' },
}
