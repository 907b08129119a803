import { all, both, type Cells } from '../e2e/modes'

export const dashboardFlows = {
  'a student reads the dashboard: the answer first, then cards, charts and lists': all('chart', 'dashboard lists'),
  'the dashboard of a new student says what will be there': both('chart', 'dashboard lists'),
  'the gear of the dashboard is used by keyboard, and leads to what belongs to the student': both(
    'chart',
    'dashboard lists',
  ),
  'a student of many years turns the pages of the academic details': both('shell'),
} as const satisfies Record<string, Cells>
