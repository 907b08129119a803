import { both, type Cells } from '../e2e/modes'

export const timetableFlows = {
  'an office changes the bell schedule, and what overlaps is named': both('delete page', 'decision page', 'form page'),
  'an office fills a week, and who is in the way is named beside the field': both(
    'timetable week',
    'delete page',
    'decision page',
  ),
  "last session's timetable is copied, and what cannot be is said before": both('timetable week'),
  'a student reads the week of the own class': both('timetable week'),
  'a teacher sees the own timetable first and changes nothing': both('timetable week', 'form page'),
} as const satisfies Record<string, Cells>
