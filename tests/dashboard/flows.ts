import { type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const dashboardFlows = {
  'a student reads the dashboard: the next due date and exam first, then cards, charts and lists': inAllModes(
    'chart',
    'dashboard lists',
  ),
  'the dashboard of a new student explains its empty parts': lightAndEnhanced('chart', 'dashboard lists'),
  'the gear menu of the dashboard works by keyboard and links to the student’s own pages': lightAndEnhanced(
    'chart',
    'dashboard lists',
  ),
  'a student with many academic years reads the academic details page by page': lightAndEnhanced('shell'),
} as const satisfies Record<string, FlowCoverage>
