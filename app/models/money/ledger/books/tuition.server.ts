import { number, numberOrNull, selectRows, textOrNull } from '~/database/database.server'
import { daysOfFinancialYear } from '~/models/core/shared/calendar'
import type { LedgerScope } from '../locks.server'
import { type PaidDue, tuitionOf } from './tuition-rules'

/** Fee head: name of a due's part, or of a due without parts. */
export const headSql = 'COALESCE(t.name, d.name)'

/** Only fees have fee heads: hostel, transport, store and other dues of the portal are not tuition. */
export const hasHeadsSql = "d.kind IN ('fee','opening')"

/** First and last instant of a financial year, in India. */
function yearValues(financialYear: string) {
  const { from, to } = daysOfFinancialYear(financialYear)
  return { from: new Date(`${from}T00:00:00+05:30`), to: new Date(`${to}T23:59:59.999+05:30`) }
}

const paidLine = {
  studentId: number('p.student_id'),
  dueId: number('l.due_id'),
  paise: number('SUM(IF(p.paid_at >= :from, l.amount_paise, 0))'),
  beforePaise: number('SUM(IF(p.paid_at < :from, l.amount_paise, 0))'),
}

const part = {
  dueId: number('d.id'),
  amountPaise: number('d.amount_paise'),
  concessionPaise: number('d.concession_paise'),
  head: textOrNull(`IF(${hasHeadsSql}, ${headSql}, NULL)`),
  headPaise: number('COALESCE(t.amount_paise, d.amount_paise)'),
  mark: numberOrNull('k.is_tuition'),
}

/**
 * Payments of each student for dues within a financial year. Subtracts refunds, bounces and corrections of these
 * payments, even later ones: that money does not count as paid.
 */
async function paidDues({ schoolId }: LedgerScope, studentIds: readonly number[], financialYear: string) {
  const paid = new Map<number, PaidDue[]>()
  if (studentIds.length === 0) return paid
  const lines = await selectRows(
    paidLine,
    `FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.state = 'settled' AND l.due_id IS NOT NULL
     WHERE p.school_id = :schoolId AND p.student_id IN (:studentIds) AND p.paid_at <= :to
     GROUP BY p.student_id, l.due_id ORDER BY l.due_id`,
    { schoolId, studentIds: [...studentIds], ...yearValues(financialYear) },
  )
  if (lines.length === 0) return paid
  const parts = await selectRows(
    part,
    `FROM dues d LEFT JOIN due_parts t ON t.due_id = d.id
     LEFT JOIN tuition_marks k ON k.school_id = d.school_id AND k.head = ${headSql}
     WHERE d.school_id = :schoolId AND d.id IN (:dueIds) ORDER BY d.id, t.position`,
    { schoolId, dueIds: lines.map((line) => line.dueId) },
  )
  for (const { studentId, dueId, paise, beforePaise } of lines) {
    const dueParts = parts.filter((one) => one.dueId === dueId)
    const [due] = dueParts
    if (!due) continue
    const { amountPaise, concessionPaise } = due
    const heads = dueParts.flatMap(({ head, headPaise, mark }) =>
      head === null ? [] : [{ name: head, amountPaise: headPaise, isTuition: mark === null ? null : mark === 1 }],
    )
    paid.set(studentId, [...(paid.get(studentId) ?? []), { paise, beforePaise, amountPaise, concessionPaise, heads }])
  }
  return paid
}

type Tuition = ReturnType<typeof tuitionOf>

/** Tuition part of each student's payments in a financial year, as of today: see `tuitionOf`. */
export async function readTuitions(
  scope: LedgerScope,
  studentIds: readonly number[],
  financialYear: string,
): Promise<Map<number, Tuition>> {
  const paid = await paidDues(scope, studentIds, financialYear)
  return new Map(studentIds.map((id) => [id, tuitionOf(paid.get(id) ?? [])]))
}

export async function readTuition(scope: LedgerScope, studentId: number, financialYear: string): Promise<Tuition> {
  return (await readTuitions(scope, [studentId], financialYear)).get(studentId) ?? tuitionOf([])
}
