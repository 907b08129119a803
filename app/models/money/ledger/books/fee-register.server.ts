import { number, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { monthsBetween, todayInIndia } from '~/models/core/shared/calendar'
import { groupBy } from '~/models/core/shared/group-by'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import { registerNumberSql } from '~/models/people/students/next-numbers.server'
import { amountsToday } from '../fine-rules'
import { dueBalance } from '../rules'
import { Due } from '../tables.server'
import {
  finedColumns,
  heldExcessSql,
  isCountedSql,
  ledgerStudentColumns,
  momentOfPayment,
  receiptNumberColumn,
} from './columns.server'
import {
  addSums,
  type FeeRegister,
  type FeeRegisterStudent,
  noSums,
  type RegisterCell,
  type RegisterReceipt,
  totalsOf,
} from './fee-register-view'

const studentRow = {
  id: number('st.id'),
  publicId: text('st.public_id'),
  name: ledgerStudentColumns.studentName,
  enrollmentNumber: ledgerStudentColumns.enrollmentNumber,
  admissionNumber: textOrNull(registerNumberSql('st')),
  rollNumber,
  leftOn: textOrNull('e.left_on'),
  creditPaise: number(heldExcessSql),
}

const dueRow = { ...columnsOf(Due, 'd', 'id', 'studentId', 'state'), ...finedColumns }

const receiptRow = {
  dueId: number('d.id'),
  number: receiptNumberColumn,
  at: momentOfPayment,
  paise: number('CAST(SUM(l.amount_paise) AS SIGNED)'),
  backPaise: number('CAST(SUM(LEAST(l.amount_paise, 0)) AS SIGNED)'),
}

/** Students enrolled in a section in a session, including those who left it. */
const enrolled = `enrollments e JOIN sections se ON se.id = e.section_id JOIN academic_sessions a ON a.id = e.academic_session_id`
const isEnrolled = 'e.school_id = :schoolId AND se.public_id = :section AND a.public_id = :session'

interface RegisterQuery {
  /** Public ids */
  section: string
  session: string
  /** First and last day of the session, YYYY-MM-DD. */
  startsOn: string
  endsOn: string
}

/**
 * Dues of a section's students for a session by month, with their receipts, as of today: fines are today's, and bounced
 * or refunded money does not count. A cancelled due counts as the money still held for it, as in the statement of
 * account. Dues before the first month count in the first, dues after the last in the last.
 */
export async function readFeeRegister({ schoolId }: SchoolScope, query: RegisterQuery): Promise<FeeRegister> {
  const { section, session, startsOn, endsOn } = query
  const values = { schoolId, section, session }
  const ofDues = `FROM ${enrolled} JOIN dues d ON d.school_id = e.school_id AND d.student_id = e.student_id
    AND d.academic_session_id = e.academic_session_id AND ${isCountedSql}`
  const [students, dues, receipts] = await Promise.all([
    selectRows(
      studentRow,
      `FROM ${enrolled} JOIN students st ON st.school_id = e.school_id AND st.id = e.student_id
       LEFT JOIN academic_infos i ON i.student_id = st.id WHERE ${isEnrolled}
       ORDER BY e.roll_number IS NULL, e.roll_number, st.last_name, st.first_name, st.id`,
      values,
    ),
    selectRows(dueRow, `${ofDues} WHERE ${isEnrolled} ORDER BY d.due_on, d.id`, values),
    selectRows(
      receiptRow,
      `${ofDues} JOIN payment_lines l ON l.due_id = d.id AND l.state = 'settled' JOIN payments p ON p.id = l.payment_id
       LEFT JOIN receipts r ON r.payment_id = p.id
       WHERE ${isEnrolled} GROUP BY d.id, p.id, p.moment_at, r.financial_year, r.number HAVING paise > 0 ORDER BY p.moment_at, p.id, d.id`,
      values,
    ),
  ])
  const months = monthsBetween(startsOn, endsOn)
  const ofDue = groupBy(receipts, ({ dueId }) => dueId)
  const ofStudent = groupBy(dues, ({ studentId }) => studentId)
  const today = todayInIndia(new Date())
  const rows = students.map(({ id, ...student }): FeeRegisterStudent => {
    const cells: Array<RegisterCell | null> = months.map(() => null)
    for (const due of ofStudent.get(id) ?? []) {
      const receiptsOfDue = ofDue.get(due.id) ?? []
      // Sums the receipts instead of reading `dues.paid_paise`, which would differ from them after a payment between
      // the queries.
      const paidPaise = receiptsOfDue.reduce((sum, { paise }) => sum + paise, 0)
      const sums = amountsToday({ ...due, paidPaise }, today)
      const index = months.findIndex((month, at) => due.dueOn.slice(0, 7) <= month || at === months.length - 1)
      const cell = cells[index] ?? { ...noSums, receipts: [] }
      cells[index] = {
        ...addSums(cell, { ...sums, balancePaise: dueBalance(sums) }),
        receipts: together(cell.receipts, receiptsOfDue),
      }
    }
    return { ...student, cells, total: cells.reduce((sums, cell) => addSums(sums, cell ?? noSums), noSums) }
  })
  return { months, students: rows, totals: totalsOf(rows, months) }
}

type ReceiptOfDue = { number: string | null; at: Date; paise: number; backPaise: number }

/** Merges receipts of a month; a receipt that pays several dues appears once. */
function together(earlierReceipts: readonly RegisterReceipt[], more: readonly ReceiptOfDue[]): RegisterReceipt[] {
  const all = new Map(earlierReceipts.map((receipt) => [receipt.number, receipt]))
  for (const { number: given, at, paise, backPaise } of more) {
    // Settled money always has a receipt.
    const number = given ?? ''
    const before = all.get(number)
    all.set(number, {
      number,
      on: todayInIndia(at),
      paise: paise + (before?.paise ?? 0),
      wentBack: backPaise < 0 || before?.wentBack === true,
    })
  }
  return [...all.values()].sort(
    (one, other) => one.on.localeCompare(other.on) || one.number.localeCompare(other.number),
  )
}
