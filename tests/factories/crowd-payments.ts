import { execute, inTransaction } from '~/database/database.server'
import { addDays, financialYearOf } from '~/models/core/shared/calendar'
import { takeNumbers } from '~/models/core/shared/numbering/take-numbers.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { issueReceipts } from '~/models/money/ledger/issue-receipt.server'
import type { OfflineMethod } from '~/models/money/ledger/payment-methods'
import { offlineTransactionId } from '~/models/money/ledger/rules'
import type { MadeSession } from './academics'
import { insertMany } from './insert'
import { readRows } from './read'
import type { MadeStaff } from './school'

const methods: readonly OfflineMethod[] = ['cash', 'upi', 'cash', 'cheque', 'cash', 'upi', 'cash', 'bank_transfer']
const batch = 1000

/**
 * Pays a year's dues in bulk for students with ids above `after`, in the pattern of real books: on days around each due
 * date, by different methods, with receipts in date order. In a running year, payments and the dues that they pay are
 * before `today`; every seventh of these dues stays open, and every nineteenth is half paid.
 */
export async function payYear(
  { scope }: Pick<MadeStaff, 'scope'>,
  session: MadeSession,
  { today, after = 0 }: { today: string | null; after?: number },
): Promise<void> {
  const { schoolId } = scope
  const of = { schoolId, sessionId: session.id, after }
  const dues = await readRows<{ id: number; studentId: number; dueOn: string; amountPaise: number }>(
    `SELECT id, student_id AS studentId, due_on AS dueOn, amount_paise - concession_paise AS amountPaise FROM dues
     WHERE school_id = :schoolId AND academic_session_id = :sessionId AND student_id > :after ORDER BY due_on, id`,
    of,
  )
  const paid = dues
    .map((due, index) => {
      const day = addDays(due.dueOn, ((index * 7) % 27) - 12)
      return {
        ...due,
        publicId: newPublicId(),
        method: methods[index % methods.length] ?? 'cash',
        paidOn: [day, session.startsOn].sort()[1] ?? day,
        amountPaise: today !== null && index % 19 === 5 ? due.amountPaise / 2 : due.amountPaise,
        // Unique per payment, as banks issue them.
        reference: methods[index % methods.length] === 'cash' ? null : String(400_000_000_000 + due.id * 7),
        isOwed: today !== null && (index % 7 === 0 || due.dueOn >= today || day >= today),
      }
    })
    .filter((due) => !due.isOwed && due.amountPaise > 0)
    .sort((one, other) => (one.paidOn < other.paidOn ? -1 : one.paidOn > other.paidOn ? 1 : one.id - other.id))
  const financialYear = financialYearOf(session.startsOn)
  const first = await inTransaction(() =>
    takeNumbers(scope, 'receipt_counters', { financial_year: financialYear }, { count: paid.length }),
  )
  const at = ({ paidOn }: { paidOn: string }) => new Date(`${paidOn}T12:00:00+05:30`)
  await insertMany(
    'payments',
    paid.map((due, index) => ({
      public_id: due.publicId,
      school_id: schoolId,
      student_id: due.studentId,
      method: due.method,
      state: 'paid',
      amount_paise: due.amountPaise,
      captured_paise: due.amountPaise,
      transaction_id: offlineTransactionId(financialYear, first + index),
      reference: due.reference,
      form_key: `crowd-${due.publicId}`,
      recorded_by: scope.actor.id,
      paid_at: at(due),
      created_at: at(due),
      updated_at: at(due),
    })),
  )
  const rows = await readRows<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM payments WHERE school_id = :schoolId AND student_id > :after',
    of,
  )
  const ids = new Map(rows.map((row) => [row.publicId, row.id]))
  const idOf = ({ publicId }: { publicId: string }) => ids.get(publicId) ?? 0
  await insertMany(
    'payment_lines',
    paid.map((due) => ({
      school_id: schoolId,
      payment_id: idOf(due),
      due_id: due.id,
      kind: 'due',
      state: 'settled',
      is_online: 0,
      amount_paise: due.amountPaise,
      settled_at: at(due),
      created_at: at(due),
    })),
  )
  for (let from = 0; from < paid.length; from += batch) {
    const part = paid
      .slice(from, from + batch)
      .map((due, index) => ({
        id: idOf(due),
        studentId: due.studentId,
        method: due.method,
        reference: due.reference,
        transactionId: offlineTransactionId(financialYear, first + from + index),
        paidAt: at(due),
      }))
    await issueReceipts(scope, part, { financialYear, first: first + from, issuedAt: new Date() })
  }
  await execute(
    `UPDATE receipts r JOIN payments p ON p.id = r.payment_id
     SET r.issued_at = p.paid_at, r.view = JSON_SET(r.view, '$.issuedOn', DATE_FORMAT(p.paid_at, '%Y-%m-%d'))
     WHERE r.school_id = :schoolId AND r.student_id > :after AND r.financial_year = :financialYear`,
    { ...of, financialYear },
  )
  await execute(
    `UPDATE dues d JOIN payment_lines l ON l.due_id = d.id AND l.state = 'settled' SET d.paid_paise = l.amount_paise
     WHERE d.school_id = :schoolId AND d.academic_session_id = :sessionId AND d.student_id > :after`,
    of,
  )
}
