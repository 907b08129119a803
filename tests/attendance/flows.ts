import { all, both, type Cells } from '../e2e/modes'

export const attendanceFlows = {
  'a teacher marks forty students, three of them absent, in five actions, and an absent student sees it': all(
    'attendance marks',
    'list page',
    'filters',
  ),
  'a past day is corrected with a reason, and the second of two clerks must decide about the conflict': both(
    'attendance marks',
    'list page',
    'filters',
  ),
  'a holiday is refused on a marked day, and attendance is refused on a holiday': both(
    'attendance marks',
    'delete page',
    'decision page',
  ),
  'leave is requested, approved and preselected when the section is marked': both(
    'attendance marks',
    'list page',
    'filters',
  ),
  'the register, the absentees and the students below 75 percent are viewed, downloaded and printed': both(
    'paper links',
    'attendance marks',
    'list page',
  ),
  'a student searches attendance by month and words': both('filters'),
} as const satisfies Record<string, Cells>
