import { execute } from '~/database/database.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { takeNumbers } from '~/models/core/shared/numbering/take-numbers.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { keepFines } from '../fines.server'
import { issueReceipts } from '../issue-receipt.server'
import type { OfflineMethod } from '../payment-methods'
import { offlineTransactionId, paidInstant } from '../rules'
import { Payment, PaymentLine } from '../tables.server'

export interface PastPayment {
  studentId: number
  method: OfflineMethod
  amountPaise: number
  reference: string | null
  remarks: string | null
  /** `YYYY-MM-DD`, the day in India on which the money arrived. */
  paidOn: string
  /** Unique in the school: prevents booking the same payment twice. */
  formKey: string
  /**
   * Amount for each due, at most its balance; together they equal the payment's amount. `finePaise`: if the line pays
   * everything except the fine, the fine as of `paidOn`, which then stops growing; else null.
   */
  lines: ReadonlyArray<{ dueId: number; amountPaise: number; finePaise: number | null }>
}

/**
 * Runs in the import's transaction: books money that the office received in the past as paid offline payments. Each
 * gets a receipt of today (numbered without gaps), unless the school keeps the old receipts. Sends no mail; a receipt's
 * PDF is made on request. The caller locks the ledgers; the CHECK `dues_not_overpaid` prevents overpaying a due.
 * Returns the payments' row ids.
 */
export async function bookPastPayments(
  scope: SchoolScope,
  payments: readonly PastPayment[],
  { issuesReceipts = true }: { issuesReceipts?: boolean } = {},
): Promise<number[]> {
  if (payments.length === 0) return []
  const issuedAt = new Date()
  const financialYear = financialYearOf(todayInIndia(issuedAt))
  const fines = new Map(payments.flatMap(({ lines }) => lines.flatMap(endedFine)))
  await keepFines(scope, [...fines])
  const count = payments.length
  const first = issuesReceipts
    ? await takeNumbers(scope, 'receipt_counters', { financial_year: financialYear }, { count })
    : null
  const booked = await writePayments(scope, payments, { financialYear, first, issuedAt })
  await writeLines(scope, payments, booked, issuedAt)
  if (first !== null) {
    const receipted = booked.map((row) => ({ ...row, transactionId: row.transactionId ?? '' }))
    await issueReceipts(scope, receipted, { financialYear, first, issuedAt })
  }
  await recordAudits(
    scope,
    payments.map(({ amountPaise, method, paidOn }, index) => ({
      action: 'payment.paid',
      subject: { kind: 'payment', id: booked[index]?.id ?? null },
      details: { amountPaise, method, paidOn, imported: true, receipt: issuesReceipts },
    })),
  )
  return booked.map(({ id }) => id)
}

const endedFine = ({ dueId, finePaise }: PastPayment['lines'][number]): Array<[number, number]> =>
  finePaise === null ? [] : [[dueId, finePaise]]

/** `first` is the number of the first receipt; null where none is issued. */
type Numbering = { financialYear: string; first: number | null; issuedAt: Date }

/** Inserts the payments, and returns their rows with ids in the same order. */
async function writePayments(
  scope: SchoolScope,
  payments: readonly PastPayment[],
  { financialYear, first, issuedAt }: Numbering,
) {
  const rows = payments.map(({ lines: _lines, paidOn, ...payment }, index) => ({
    ...payment,
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    state: 'paid' as const,
    capturedPaise: payment.amountPaise,
    transactionId: first === null ? null : offlineTransactionId(financialYear, first + index),
    recordedBy: scope.actor.id,
    paidAt: paidInstant(paidOn, issuedAt),
  }))
  await Payment.bulkCreate(rows)
  const createdPayments = await Payment.findAll({
    attributes: ['id', 'publicId'],
    where: { schoolId: scope.schoolId, publicId: rows.map((row) => row.publicId) },
    raw: true,
  })
  const idOf = new Map(createdPayments.map((row) => [row.publicId, row.id]))
  return rows.map((row) => ({ ...row, id: idOf.get(row.publicId) ?? 0 }))
}

async function writeLines(
  scope: SchoolScope,
  payments: readonly PastPayment[],
  booked: ReadonlyArray<{ id: number }>,
  settledAt: Date,
) {
  const lines = payments.flatMap((payment, index) =>
    payment.lines.map(({ dueId, amountPaise }) => ({
      schoolId: scope.schoolId,
      paymentId: booked[index]?.id ?? 0,
      dueId,
      kind: 'due' as const,
      state: 'settled' as const,
      isOnline: false,
      amountPaise,
      settledAt,
    })),
  )
  await PaymentLine.bulkCreate(lines)
  await execute(
    `UPDATE dues d JOIN (SELECT due_id, SUM(amount_paise) AS amount FROM payment_lines WHERE payment_id IN (:paymentIds)
       GROUP BY due_id) l ON l.due_id = d.id
     SET d.paid_paise = d.paid_paise + l.amount, d.updated_at = UTC_TIMESTAMP(3) WHERE d.school_id = :schoolId`,
    { schoolId: scope.schoolId, paymentIds: booked.map(({ id }) => id) },
  )
}
