import { both, type Mode } from '../e2e/modes'

export const timetableFlows = {
  'an office changes the bell schedule, and what overlaps is named': both,
  'an office fills a week, and who is in the way is named beside the field': both,
  "last session's timetable is copied, and what cannot be is said before": both,
  'a student reads the week of the own class': both,
  'a teacher sees the own timetable first and changes nothing': both,
} as const satisfies Record<string, readonly Mode[]>
