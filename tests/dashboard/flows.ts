import { all, both, type Mode } from '../e2e/modes'

export const dashboardFlows = {
  'a student reads the dashboard: the answer first, then cards, charts and lists': all,
  'the dashboard of a new student says what will be there': both,
  'the gear of the dashboard is used by keyboard, and leads to what belongs to the student': both,
  'a student of many years turns the pages of the academic details': both,
} as const satisfies Record<string, readonly Mode[]>
