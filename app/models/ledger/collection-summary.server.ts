import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'

export interface MonthSummary {
  /** `YYYY-MM` */
  month: string
  /** Came in less what went out again, in paise: at the office, online, together. */
  officePaise: number
  onlinePaise: number
  totalPaise: number
}

/**
 * What was collected in each month between two days of India, both included; months without a movement are there with 0. Money
 * counts in the month in which it moved.
 */
export async function summarizeMonths(scope: SchoolScope, from: string, to: string): Promise<MonthSummary[]> {
  const moved = (line: string, instant: string, condition: string) =>
    `SELECT DATE_FORMAT(${instant} + INTERVAL 330 MINUTE, '%Y-%m') AS month, p.method = 'online' AS isOnline, ${line} AS paise
     FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.state = 'settled' AND ${condition}
     WHERE p.school_id = :schoolId AND ${instant} >= CONVERT_TZ(:from, '+05:30', '+00:00')
       AND ${instant} < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY`
  const rows = await select<{ month: string; officePaise: number; onlinePaise: number }>(
    `SELECT month, CAST(SUM(IF(isOnline, 0, paise)) AS SIGNED) AS officePaise,
       CAST(SUM(IF(isOnline, paise, 0)) AS SIGNED) AS onlinePaise
     FROM (${moved('l.amount_paise', 'p.paid_at', 'l.amount_paise > 0')}
       UNION ALL ${moved('l.amount_paise', 'l.settled_at', "l.kind IN ('refund', 'bounce')")}) m
     GROUP BY month`,
    { schoolId: scope.schoolId, from, to },
  )
  const found = new Map(rows.map((row) => [row.month, row]))
  return monthsBetween(from, to).map((month) => {
    const { officePaise, onlinePaise } = found.get(month) ?? { officePaise: 0, onlinePaise: 0 }
    return { month, officePaise, onlinePaise, totalPaise: officePaise + onlinePaise }
  })
}

/** Every month that two days lie in or between: `2026-04`, `2026-05`, … */
function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  let [year = 0, month = 0] = from.split('-').map(Number)
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > to.slice(0, 7)) return months
    months.push(name)
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
}

export interface ClassSummary {
  /** Public id; null for students who are in no class of the session. */
  classId: string | null
  className: string
  students: number
  /** All in paise: amounts of the dues, concessions, fines, what is paid, what is still owed, and what of that is overdue. */
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
  balancePaise: number
  overduePaise: number
}

/** What each class owes and has paid for one session, in the school's order. `today` is India's day. */
export function summarizeClasses(scope: SchoolScope, sessionPublicId: string, today: string): Promise<ClassSummary[]> {
  const sum = (expression: string) => `CAST(SUM(${expression}) AS SIGNED)`
  const balance = 'd.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise'
  return select<ClassSummary>(
    `SELECT c.public_id AS classId, COALESCE(c.name, 'Not enrolled') AS className, COUNT(DISTINCT d.student_id) AS students,
       ${sum('d.amount_paise')} AS amountPaise, ${sum('d.concession_paise')} AS concessionPaise,
       ${sum('d.fine_paise')} AS finePaise, ${sum('d.paid_paise')} AS paidPaise, ${sum(balance)} AS balancePaise,
       ${sum(`IF(d.due_on < :today, ${balance}, 0)`)} AS overduePaise
     FROM academic_sessions a
     JOIN dues d ON d.school_id = a.school_id AND d.academic_session_id = a.id AND d.state = 'open'
     LEFT JOIN enrollments e ON e.student_id = d.student_id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id
     WHERE a.school_id = :schoolId AND a.public_id = :sessionPublicId
     GROUP BY c.id, c.public_id, c.name, c.position ORDER BY c.position IS NULL, c.position, c.name`,
    { schoolId: scope.schoolId, sessionPublicId, today },
  )
}
