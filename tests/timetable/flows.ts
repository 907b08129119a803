import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const timetableFlows = {
  'an office changes the bell periods, and overlaps are named': lightAndEnhanced(
    'delete page',
    'decision page',
    'form page',
  ),
  'an office fills a week, and conflicts are named beside the field': lightAndEnhanced(
    'timetable week',
    'delete page',
    'decision page',
  ),
  "last session's timetable is copied, and lessons that cannot be copied are listed first":
    lightAndEnhanced('timetable week'),
  'a student views the week of the class': lightAndEnhanced('timetable week'),
  'a teacher sees a personal timetable first and cannot change it': lightAndEnhanced('timetable week', 'form page'),
} as const satisfies Record<string, FlowCoverage>
