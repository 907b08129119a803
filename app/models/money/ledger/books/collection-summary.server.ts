import { number, selectRows, text, textOrNull } from '~/database/database.server'
import { monthsBetween } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { joinEnrollment, lateAfterOf } from './columns.server'
import { movedByDaySql } from './movements.server'

const sum = (expression: string) => number(`CAST(SUM(${expression}) AS SIGNED)`)

const ofMonth = {
  month: text("DATE_FORMAT(m.day, '%Y-%m')"),
  officePaise: sum('IF(m.is_online, 0, m.paise)'),
  onlinePaise: sum('IF(m.is_online, m.paise, 0)'),
}

/**
 * Net collection per month (`YYYY-MM`) between two days in India, both included: received less paid out, at the office,
 * online and in total. Months without a movement have 0. Counts money as the day book does.
 */
export async function summarizeMonths(scope: SchoolScope, from: string, to: string) {
  const rows = await selectRows(ofMonth, `FROM (${movedByDaySql()}) m GROUP BY month`, {
    schoolId: scope.schoolId,
    from,
    to,
  })
  const rowByMonth = new Map(rows.map((row) => [row.month, row]))
  return monthsBetween(from, to).map((month) => {
    const { officePaise, onlinePaise } = rowByMonth.get(month) ?? { officePaise: 0, onlinePaise: 0 }
    return { month, officePaise, onlinePaise, totalPaise: officePaise + onlinePaise }
  })
}

const balance = 'd.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise'

const ofClass = {
  // Null for students without a class in the session.
  classId: textOrNull('c.public_id'),
  className: text("COALESCE(c.name, 'Not enrolled')"),
  students: number('COUNT(DISTINCT d.student_id)'),
  amountPaise: sum('d.amount_paise'),
  concessionPaise: sum('d.concession_paise'),
  finePaise: sum('d.fine_paise'),
  paidPaise: sum('d.paid_paise'),
  balancePaise: sum(balance),
  overduePaise: sum(`IF(${lateAfterOf('d', 'e.enrolled_on')} < :today, ${balance}, 0)`),
}

/** Amounts owed and paid per class for one session, in the school's order of classes. `today` is the day in India. */
export function summarizeClasses({ schoolId }: SchoolScope, sessionPublicId: string, today: string) {
  return selectRows(
    ofClass,
    `FROM academic_sessions a
     JOIN dues d ON d.school_id = a.school_id AND d.academic_session_id = a.id AND d.state = 'open' ${joinEnrollment('d.student_id')}
     WHERE a.school_id = :schoolId AND a.public_id = :sessionPublicId
     GROUP BY c.id, c.public_id, c.name, c.position ORDER BY c.position IS NULL, c.position, c.name`,
    { schoolId, sessionPublicId, today },
  )
}
