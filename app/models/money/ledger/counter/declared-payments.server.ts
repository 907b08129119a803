import { exists, inTransaction } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'
import { notifyStudent } from '~/models/contact/notices/notify-student.server'
import { keepReceived } from '~/models/core/files/keep-received.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { isDeclared } from '../books/collections.server'
import { firstUsualDay } from '../books/early-days.server'
import { type LedgerScope, lockLedger, lockPayment } from '../locks.server'
import { closeLinksOfDues } from '../online/payment-links.server'
import { auditPayment, changePayment, duesToPay, openLines, voidOpenLines } from '../online/payment-steps.server'
import type { declarableMethods } from '../payment-methods'
import { dueBalance, paidInstant } from '../rules'
import { settleCapture } from '../settle.server'
import { Payment, Receipt } from '../tables.server'

export interface DeclareTransfer {
  dueIds: readonly string[]
  method: (typeof declarableMethods)[number]
  reference: string | null
  /** Key of an uploaded picture or PDF that shows the transfer. */
  proofKey?: string | null
  formKey: string
}

/**
 * Records a student's declaration that the balance of the dues was transferred, or will be brought to the school in
 * cash. Settles nothing: the payment waits until the school has seen the money. Refuses `not-found`, `already-paid`,
 * `waiting` (one of the dues has an earlier declaration that the school has not checked) and `file-gone` (the upload of
 * the proof expired after a day).
 */
export async function declareTransfer(scope: StudentScope, input: DeclareTransfer) {
  let dueIds: number[] = []
  const declared = await inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const paymentKeys = { schoolId: scope.schoolId, studentId: scope.studentId, formKey: input.formKey }
      const same = await Payment.findOne({ where: paymentKeys, raw: true })
      if (same) return done({ paymentId: same.publicId })
      const requestedDues = await duesToPay(scope, scope.studentId, input.dueIds)
      if (!requestedDues.ok) return requestedDues
      const dues = requestedDues.value
      dueIds = dues.map((due) => due.id)
      if (await isAnyDeclared(scope, dueIds)) return refused('waiting')
      const proof = input.proofKey ? await keepReceived(scope, [input.proofKey], { studentId: scope.studentId }) : []
      if (proof === null) return refused('file-gone')
      const payment = await Payment.create({
        ...paymentKeys,
        publicId: newPublicId(),
        method: input.method,
        state: 'pending',
        amountPaise: dues.reduce((sum, due) => sum + dueBalance(due), 0),
        reference: input.reference,
        proofFileId: proof[0] ?? null,
      })
      await openLines(payment, dues)
      return done({ paymentId: payment.publicId })
    },
    { payments_form_key: 'not-found' },
  )
  // Closes links so that no one also pays online. If the provider does not answer, the link expires within half an
  // hour.
  if (declared.ok) await closeLinksOfDues(scope, dueIds)
  return declared
}

/**
 * Confirms the money of a declared payment: settles those of its dues that are still owed, keeps the rest as excess and
 * issues the receipt. Confirming twice returns the same receipt. Refuses `not-found` (also for an online payment),
 * `not-waiting` (refused or withdrawn before), `future-date` and `early-date` (before `firstUsualDay`).
 */
export async function confirmTransfer(
  scope: SchoolScope,
  input: { paymentId: string; paidOn: string; meansEarlyDay?: boolean },
) {
  if (input.paidOn > todayInIndia(new Date())) return refused('future-date')
  if (!input.meansEarlyDay && input.paidOn < (await firstUsualDay(scope))) return refused('early-date')
  return inTransaction(async () => {
    const payment = await lockPayment(scope, { publicId: input.paymentId })
    if (!payment || payment.method === 'online') return refused('not-found')
    const issued = await Receipt.findOne({ where: { paymentId: payment.id }, raw: true })
    if (issued) return done({ receiptId: issued.publicId })
    if (payment.state !== 'pending') return refused('not-waiting')
    await changePayment(payment, { recordedBy: scope.actor.id })
    const paidAt = paidInstant(input.paidOn, new Date())
    const capture = { amountPaise: payment.amountPaise, transactionId: null, paidAt }
    const { receiptPublicId } = await settleCapture(scope, payment, capture)
    if (receiptPublicId === null) throw new Error('The first capture issued no receipt')
    return done({ receiptId: receiptPublicId })
  })
}

/**
 * Ends a declared payment whose money has not arrived; it had settled nothing. Notifies the student of the reason by
 * notice and mail. Refuses as `endDeclared` does.
 */
export function refuseTransfer(scope: SchoolScope, input: { paymentId: string; reason: string }) {
  const { paymentId, reason } = input
  return inTransaction(async () => {
    const ended = await endDeclared(scope, { paymentId, failure: reason })
    if (!ended.ok) return ended
    const { amountPaise, studentId } = ended.value
    await auditPayment(scope, 'transfer.refused', ended.value, { reason, amountPaise })
    const facts = { amount: formatPaise(amountPaise, { style: 'exact' }), reason }
    await notifyStudent(scope, studentId, (locale) => ({
      title: m.payments_refused_title({}, { locale }),
      body: m.payments_refused_text(facts, { locale }),
    }))
    return done()
  })
}

/**
 * Ends the declaration of a student who has not paid as declared, so that its dues can be paid another way. Refuses as
 * `endDeclared` does; another student's payment is `not-found`.
 */
export function withdrawDeclared(scope: StudentScope, paymentId: string) {
  return inTransaction(async () => {
    const ended = await endDeclared(scope, { paymentId, failure: null })
    if (!ended.ok) return ended
    const { amountPaise, method } = ended.value
    await auditPayment(scope, 'transfer.taken-back', ended.value, { amountPaise, method })
    return done()
  })
}

/**
 * Ends a declared payment in the caller's transaction, with the school's reason, or null when its student withdrew it.
 * The payment has settled nothing. Returns it with its student's ledger locked. Refuses `not-found` (also for an online
 * payment) and `not-waiting`: already confirmed, refused or withdrawn.
 */
export async function endDeclared(scope: LedgerScope, input: { paymentId: string; failure: string | null }) {
  const payment = await lockPayment(scope, { publicId: input.paymentId })
  if (!payment || payment.method === 'online') return refused('not-found')
  if (payment.state !== 'pending') return refused('not-waiting')
  await voidOpenLines(payment)
  await changePayment(payment, { state: 'failed', failure: input.failure?.slice(0, 200) ?? null })
  return done(payment)
}

/** SQL condition: a declaration for the due `alias` awaits the school. */
export const isDueDeclaredSql = (
  alias: string,
) => `EXISTS (SELECT 1 FROM payment_lines dl JOIN payments p ON p.id = dl.payment_id
  WHERE dl.due_id = ${alias}.id AND dl.kind = 'due' AND dl.state = 'open' AND ${isDeclared})`

/** Returns true when a declaration for one of the dues awaits the school. Lock the ledger first. */
export async function isAnyDeclared(scope: LedgerScope, dueIds: readonly number[]): Promise<boolean> {
  if (dueIds.length === 0) return false
  return exists(`FROM dues d WHERE d.school_id = :schoolId AND d.id IN (:dueIds) AND ${isDueDeclaredSql('d')}`, {
    schoolId: scope.schoolId,
    dueIds: [...dueIds],
  })
}
