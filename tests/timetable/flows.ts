import { both, type Cells } from '../e2e/modes'

export const timetableFlows = {
  'an office changes the bell periods, and overlaps are named': both('delete page', 'decision page', 'form page'),
  'an office fills a week, and conflicts are named beside the field': both(
    'timetable week',
    'delete page',
    'decision page',
  ),
  "last session's timetable is copied, and lessons that cannot be copied are listed first": both('timetable week'),
  'a student views the week of the class': both('timetable week'),
  'a teacher sees a personal timetable first and cannot change it': both('timetable week', 'form page'),
} as const satisfies Record<string, Cells>
