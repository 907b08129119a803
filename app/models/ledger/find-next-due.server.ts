import { selectOne } from '~/database/connection.server'
import type { StudentScope } from '~/models/shared/scope.server'

export interface NextDue {
  /** YYYY-MM-DD */
  dueOn: string
  /** What is open on that day, all dues together. */
  balancePaise: number
}

/** The earliest day on which the student owes something, and how much on that day; null when all is paid. */
export function findNextDue(scope: StudentScope): Promise<NextDue | null> {
  return selectOne<NextDue>(
    `SELECT due_on AS dueOn, CAST(SUM(amount_paise - concession_paise + fine_paise - paid_paise) AS SIGNED) AS balancePaise
     FROM dues WHERE school_id = :schoolId AND student_id = :studentId AND state = 'open'
       AND paid_paise < amount_paise - concession_paise + fine_paise
     GROUP BY due_on ORDER BY due_on LIMIT 1`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}
