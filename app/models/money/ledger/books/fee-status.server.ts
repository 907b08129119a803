import {
  allOrNone,
  flag,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { pageCount } from '~/models/core/shared/paging'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { isDueDeclaredSql } from '../counter/declared-payments.server'
import { dueName } from '../due-words'
import { dueToday } from '../fine-rules'
import type { DueKind } from '../options'
import { owedPaise } from '../rules'
import { heldExcessSql, joinEnrollment, lateAfterSql, ledgerStudentColumns, runningFineSql } from './columns.server'

/** Academic years per page of Student Fee Management. */
const yearsOnAPage = 3

/**
 * Fees of the signed-in student by academic year, newest first, three years a page. A page number past the end returns
 * the last page.
 */
export async function listFeeStatus({ schoolId, studentId }: StudentScope, page: number) {
  const key = { schoolId, studentId }
  const [student, asked] = await Promise.all([findPayer(key), readYears(key, page)])
  if (!student) throw new Error('The signed-in student is gone')
  let currentPage = page
  let rows = asked
  if (rows.length === 0 && page > 1) {
    // A page past the end has no row with the total: reads the total from the first page.
    const first = await readYears(key, 1)
    currentPage = pageCount(first[0]?.total ?? 0, yearsOnAPage)
    rows = currentPage === 1 ? first : await readYears(key, currentPage)
  }
  const total = rows[0]?.total ?? 0
  const today = todayInIndia(new Date())
  const years = new Map(rows.map((row) => [row.sessionPublicId, row]))
  return {
    currentPage,
    lastPage: pageCount(total, yearsOnAPage),
    total,
    student,
    years: [...years.values()].map(({ sessionPublicId, sessionName, className, sectionName, rollNumber }) => ({
      sessionPublicId,
      sessionName,
      className,
      sectionName,
      rollNumber,
      rows: rows.flatMap((row) =>
        row.sessionPublicId === sessionPublicId && row.duePublicId !== null ? [feeRow(row, today)] : [],
      ),
    })),
  }
}

type FeeYears = Awaited<ReturnType<typeof listFeeStatus>>['years']
export type FeeRow = FeeYears[number]['rows'][number]

const payerColumns = {
  fullName: ledgerStudentColumns.studentName,
  creditPaise: number(heldExcessSql),
  email: textOrNull('st.email'),
  gender: wordOf<'Male' | 'Female' | 'Other'>('st.gender'),
  fatherName: textOrNull('g.father_name'),
  mobileNumber: text('st.mobile_number'),
  dateOfBirth: text('st.date_of_birth'),
}

function findPayer(key: { schoolId: number; studentId: number }) {
  const from = 'FROM students st LEFT JOIN guardians g ON g.student_id = st.id'
  return selectRow(payerColumns, `${from} WHERE st.school_id = :schoolId AND st.id = :studentId`, key)
}

/** Open dues, and cancelled dues for which the school still holds money (such as for a hostel bed given up). */
const isShown = (alias: string) => `(${alias}.state = 'open' OR ${alias}.paid_paise > 0)`

/** Valid receipts of payments that settled a part of the due `d`. */
const receiptsOfDue = `FROM payment_lines l JOIN receipts x ON x.payment_id = l.payment_id
  WHERE l.due_id = d.id AND l.kind = 'due' AND l.state = 'settled' AND x.cancelled_at IS NULL`

const dueColumns = {
  duePublicId: text('d.public_id'),
  dueKind: wordOf<DueKind>('d.kind'),
  feeName: text('d.name'),
  feeTitle: text('d.title'),
  dueOn: text('d.due_on'),
  lateAfter: text(lateAfterSql('d')),
  amountPaise: number('d.amount_paise'),
  concessionPaise: number('d.concession_paise'),
  finePaise: number('d.fine_paise'),
  paidPaise: number('d.paid_paise'),
}

const yearColumns = {
  sessionPublicId: text('y.sessionPublicId'),
  sessionName: text('y.sessionName'),
  className: textOrNull('y.className'),
  sectionName: textOrNull('y.sectionName'),
  rollNumber: numberOrNull('y.rollNumber'),
  total: number('y.total'),
  ...allOrNone(dueColumns),
  runningFine: textOrNull(runningFineSql('d')),
  receiptPublicId: textOrNull('r.public_id'),
  transactionId: textOrNull('p.transaction_id'),
  openPaymentPublicId: textOrNull('o.public_id'),
  isDeclared: flag(isDueDeclaredSql('d')),
  isCancelled: flag("d.state = 'cancelled'"),
  receipts: number(`(SELECT COUNT(DISTINCT x.id) ${receiptsOfDue})`),
}
type YearRow = RowOf<typeof yearColumns>

/**
 * Returns one row per due, and one for a year without dues, for the years in which the student is enrolled or has dues
 * to show.
 */
function readYears(key: { schoolId: number; studentId: number }, page: number): Promise<YearRow[]> {
  return selectRows<YearRow>(
    yearColumns,
    `FROM (SELECT a.id, a.public_id AS sessionPublicId, a.name AS sessionName, a.starts_on, c.name AS className,
         se.name AS sectionName, e.roll_number AS rollNumber, COUNT(*) OVER () AS total
       FROM academic_sessions a ${joinEnrollment(':studentId')}
       WHERE a.school_id = :schoolId AND (e.id IS NOT NULL OR EXISTS (SELECT 1 FROM dues x WHERE x.school_id = :schoolId
         AND x.student_id = :studentId AND x.academic_session_id = a.id AND ${isShown('x')}))
       ORDER BY a.starts_on DESC, a.id DESC LIMIT ${yearsOnAPage} OFFSET :offset) y
     LEFT JOIN dues d ON d.school_id = :schoolId AND d.student_id = :studentId AND d.academic_session_id = y.id AND ${isShown('d')}
     LEFT JOIN payments p ON p.id = (SELECT MAX(l.payment_id) ${receiptsOfDue})
     LEFT JOIN receipts r ON r.payment_id = p.id
     LEFT JOIN payment_lines ol ON ol.due_id = d.id AND ol.is_open_online = 1
     LEFT JOIN payments o ON o.id = ol.payment_id
     ORDER BY y.starts_on DESC, y.id DESC, d.due_on, d.id`,
    { ...key, offset: (page - 1) * yearsOnAPage },
  )
}

function feeRow(row: YearRow & RowOf<typeof dueColumns>, today: string) {
  const due = dueToday(row, today)
  return {
    duePublicId: row.duePublicId,
    feeName: dueName({ kind: row.dueKind, name: row.feeName }),
    feeTitle: row.feeTitle,
    dueOn: row.dueOn,
    // Total owed: amount − concession + fine; `finePaise` is the fine in it.
    amountPaise: owedPaise(due),
    finePaise: due.finePaise,
    balancePaise: due.balancePaise,
    status: due.status === 'paid' ? ('paid' as const) : ('pending' as const),
    overdue: due.status === 'overdue',
    // True for a cancelled due, of which the school still holds `paidPaise`.
    isCancelled: row.isCancelled,
    paidPaise: row.paidPaise,
    // Declared as paid and not yet checked by the school.
    isDeclared: row.isDeclared,
    receipts: row.receipts,
    // Receipt of the last payment that settled a part of the due, and the online payment in progress for it.
    receiptPublicId: row.receiptPublicId,
    transactionId: row.transactionId,
    openPaymentPublicId: row.openPaymentPublicId,
  }
}
