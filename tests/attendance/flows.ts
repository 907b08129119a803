import { all, both, type Cells } from '../e2e/modes'

export const attendanceFlows = {
  'a teacher marks forty students with three absent in five actions, and a student sees it': all(
    'attendance marks',
    'list page',
    'filters',
  ),
  'a day that is over is corrected with a reason, and two clerks at once are asked': both(
    'attendance marks',
    'list page',
    'filters',
  ),
  'a holiday is refused over a marked day, and no attendance is taken on it': both(
    'attendance marks',
    'delete page',
    'decision page',
  ),
  'leave is asked, approved and chosen already when the section is marked': both(
    'attendance marks',
    'list page',
    'filters',
  ),
  'the register, absentees and who is below 75 percent are read, downloaded and printed': both(
    'paper links',
    'attendance marks',
    'list page',
  ),
  'a student searches attendance by month and words': both('filters'),
} as const satisfies Record<string, Cells>
