import { type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const attendanceFlows = {
  'a teacher marks forty students, three of them absent, in five actions, and an absent student sees it': inAllModes(
    'attendance marks',
    'list page',
    'filters',
  ),
  'a past day is corrected with a reason, and the second of two clerks must decide about the conflict':
    lightAndEnhanced('attendance marks', 'list page', 'filters'),
  'a holiday is refused on a marked day, and attendance is refused on a holiday': lightAndEnhanced(
    'attendance marks',
    'delete page',
    'decision page',
  ),
  'leave is requested, approved and preselected when the section is marked': lightAndEnhanced(
    'attendance marks',
    'list page',
    'filters',
  ),
  'the register, the absentees and the students below 75 percent are viewed, downloaded and printed': lightAndEnhanced(
    'paper links',
    'attendance marks',
    'list page',
  ),
  'a student searches attendance by month and words': lightAndEnhanced('filters'),
} as const satisfies Record<string, FlowCoverage>
