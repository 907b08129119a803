import { all, both, type Cells } from '../e2e/modes'

export const dashboardFlows = {
  'a student reads the dashboard: the next due date and exam first, then cards, charts and lists': all(
    'chart',
    'dashboard lists',
  ),
  'the dashboard of a new student explains its empty parts': both('chart', 'dashboard lists'),
  'the gear menu of the dashboard works by keyboard and links to the student’s own pages': both(
    'chart',
    'dashboard lists',
  ),
  'a student with many academic years reads the academic details page by page': both('shell'),
} as const satisfies Record<string, Cells>
