import { all, both, type Mode } from '../e2e/modes'

export const attendanceFlows = {
  'a teacher marks forty students with three absent in five actions, and a student sees it': all,
  'a day that is over is corrected with a reason, and two clerks at once are asked': both,
  'a holiday is refused over a marked day, and no attendance is taken on it': both,
  'leave is asked, approved and chosen already when the section is marked': both,
  'the register, absentees and who is below 75 percent are read, downloaded and printed': both,
  'a student searches attendance by month and words': both,
} as const satisfies Record<string, readonly Mode[]>
