import { number, selectRow } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { heldExcessSql } from '../books/columns.server'
import { firstUsualDay } from '../books/early-days.server'
import { coversAllButFine } from '../fine-rules'
import { finesOfDay, keepFines } from '../fines.server'
import { findStudentOfDues, type LockedDue, lockLedger, openOnlinePayments } from '../locks.server'
import { withLinksClosed } from '../online/payment-links.server'
import { duesToPay, openLines, type Parts, requestedPaise } from '../online/payment-steps.server'
import { paymentStates, voidedStates } from '../options'
import { type OfflineMethod, uniqueReferenceMethods } from '../payment-methods'
import { dueBalance, paidInstant } from '../rules'
import { settleCapture } from '../settle.server'
import { Payment, PaymentLine, Receipt } from '../tables.server'

export interface OfflinePayment {
  /** Public ids of dues of one student; empty for an advance alone. */
  dueIds: readonly string[]
  /** Public id of the student; required if `dueIds` is empty. */
  studentId?: string
  /** Advance in paise, kept as credit for the student. */
  advancePaise?: number
  /** Credit that the page showed. If it has changed, the clerk must confirm again. Checked only without `dueIds`. */
  seenCreditPaise?: number
  method: OfflineMethod
  /**
   * Balance of all dues that the page showed, with the fines of `paidOn`. If it has changed, the clerk confirms again.
   */
  amountPaise: number
  parts?: Parts
  /** For example a cheque number or UTR. */
  reference: string | null
  remarks: string | null
  /** The clerk has confirmed a reference that was used before. */
  repeatsReference?: boolean
  /** `YYYY-MM-DD`, the day in India on which the money arrived. */
  paidOn: string
  /** The clerk has confirmed a day before `firstUsualDay`. */
  meansEarlyDay?: boolean
  formKey: string
}

const reusableStates: readonly string[] = [...voidedStates, 'failed']
/** States in which a payment reserves its reference. */
const bookedStates = paymentStates.filter((state) => !reusableStates.includes(state))

/**
 * Books office money for dues, each in full or in part, or in advance, and issues the receipt. Closes open payment
 * links of the dues first, so that nothing is paid twice. A repeated form key only returns the same result again.
 * Refuses `not-found` (also dues of two students), `already-paid`, `wrong-amount` (not the balance with that day's
 * fines), `wrong-part` (zero, or above the balance), `credit-changed` (an advance alone: another clerk may have booked
 * it), `future-date`, `provider-down` (an open link could not be cancelled; it expires within half an hour) and, unless
 * the clerk has confirmed it, `reference-used` or `early-date` (before `firstUsualDay`).
 */
export async function recordOfflinePayment(scope: SchoolScope, input: OfflinePayment) {
  if (input.paidOn > todayInIndia(new Date())) return refused('future-date')
  if (!input.meansEarlyDay && input.paidOn < (await firstUsualDay(scope))) return refused('early-date')
  let dueIds: number[] = []
  return withLinksClosed(
    scope,
    async () => dueIds,
    async () => {
      const studentId = await findPayer(scope, input)
      if (studentId === null) return refused('not-found')
      await lockLedger(scope, studentId)
      const same = await findByFormKey(scope, input.formKey)
      if (same) return same.studentId === studentId ? done(same.recorded) : refused('not-found')
      const today = input.dueIds.length > 0 ? await duesToPay(scope, studentId, input.dueIds) : done([])
      if (!today.ok) return today
      const dues = await asOfDay(scope, today.value, input.paidOn)
      if (!isAmount(input.advancePaise ?? 0) || (dues.length === 0 && !input.advancePaise)) return refused('wrong-part')
      if (dues.some((due) => dueBalance(due) <= 0)) return refused('already-paid')
      if (dues.reduce((sum, due) => sum + dueBalance(due), 0) !== input.amountPaise) return refused('wrong-amount')
      const requestedDues = dues.map((due) => ({ ...due, askedPaise: requestedPaise(due, input.parts) }))
      if (requestedDues.some((due) => !isPart(due.askedPaise, dueBalance(due)))) return refused('wrong-part')
      if (await isCreditOther(scope, studentId, input)) return refused('credit-changed')
      if (!input.repeatsReference && (await isReferenceUsed(scope, input))) return refused('reference-used')
      dueIds = dues.map((due) => due.id)
      if ((await openOnlinePayments(scope, dueIds)).length > 0) return refused('link-open')
      const stored = new Map(today.value.map((due) => [due.id, due.finePaise]))
      const ended = requestedDues.filter(
        (due) => coversAllButFine(due, due.askedPaise) && due.finePaise !== stored.get(due.id),
      )
      await keepFines(
        scope,
        ended.map((due) => [due.id, due.finePaise] as const),
      )
      return done(await takeMoney(scope, input, studentId, requestedDues))
    },
    // Two forms for different students have sent the same key at the same moment: only a forged form does that.
    { payments_form_key: 'not-found' },
  )
}

async function takeMoney(
  scope: SchoolScope,
  { method, reference, remarks, formKey, parts, paidOn, advancePaise = 0 }: OfflinePayment,
  studentId: number,
  dues: ReadonlyArray<LockedDue & { askedPaise: number }>,
) {
  const amountPaise = dues.reduce((sum, due) => sum + due.askedPaise, advancePaise)
  const payment = await Payment.create({
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    studentId,
    method,
    state: 'pending',
    amountPaise,
    capturedPaise: 0,
    refundedPaise: 0,
    reference,
    remarks,
    formKey,
    recordedBy: scope.actor.id,
  })
  await openLines(payment, dues, parts)
  if (advancePaise > 0) await openAdvance(payment, advancePaise)
  const capture = { amountPaise, transactionId: null, paidAt: paidInstant(paidOn, new Date()) }
  const { receiptPublicId } = await settleCapture(scope, payment.get({ plain: true }), capture)
  if (receiptPublicId === null) throw new Error('The first capture issued no receipt')
  return { paymentId: payment.publicId, receiptId: receiptPublicId }
}

/** The dues with the late fines of the day on which the money arrived: a late entry is not a late payment. */
async function asOfDay(scope: SchoolScope, dues: LockedDue[], day: string): Promise<LockedDue[]> {
  if (day === todayInIndia(new Date())) return dues
  const ids = dues.map((due) => due.id)
  const fines = await finesOfDay(scope, ids, day)
  return dues.map((due) => ({ ...due, finePaise: fines.get(due.id) ?? due.finePaise }))
}

const isAmount = (paise: number) => Number.isSafeInteger(paise) && paise >= 0
const isPart = (paise: number, balancePaise: number) => isAmount(paise) && paise > 0 && paise <= balancePaise

function openAdvance({ schoolId, id: paymentId }: Payment, amountPaise: number) {
  return PaymentLine.create({
    schoolId,
    paymentId,
    dueId: null,
    kind: 'advance',
    state: 'open',
    isOnline: false,
    amountPaise,
  })
}

/**
 * Returns true when the credit differs from the credit that the form showed; checked for an advance without dues only.
 * Such a form has no balance that would reveal that another tab or clerk has booked the same money.
 */
async function isCreditOther({ schoolId }: SchoolScope, studentId: number, input: OfflinePayment): Promise<boolean> {
  if (input.dueIds.length > 0 || input.seenCreditPaise === undefined) return false
  const fromClause = 'FROM students st WHERE st.school_id = :schoolId AND st.id = :studentId'
  const creditHeld = await selectRow({ paise: number(heldExcessSql) }, fromClause, { schoolId, studentId })
  return creditHeld?.paise !== input.seenCreditPaise
}

/** Student who pays; null for dues of two students, or of a student other than the named one. */
async function findPayer(scope: SchoolScope, { dueIds, studentId: publicId }: OfflinePayment): Promise<number | null> {
  const ofDues = await findStudentOfDues(scope, dueIds)
  if (publicId === undefined || (ofDues === null && dueIds.length > 0)) return ofDues
  const row = await selectRow(
    { id: number('id') },
    'FROM students WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
  )
  return row && (ofDues === null || ofDues === row.id) ? row.id : null
}

/** Returns true when the reference of a method with unique references is already booked. */
async function isReferenceUsed(scope: SchoolScope, { method, reference }: OfflinePayment): Promise<boolean> {
  if (reference === null || !uniqueReferenceMethods.includes(method)) return false
  const filter = { schoolId: scope.schoolId, reference, method: [...uniqueReferenceMethods], state: bookedStates }
  return (await Payment.count({ where: filter })) > 0
}

async function findByFormKey(scope: SchoolScope, formKey: string) {
  const filter = { schoolId: scope.schoolId, formKey }
  const payment = await Payment.findOne({ where: filter, raw: true })
  if (!payment) return null
  const receipt = await Receipt.findOne({ where: { paymentId: payment.id }, raw: true })
  return { studentId: payment.studentId, recorded: { paymentId: payment.publicId, receiptId: receipt?.publicId ?? '' } }
}
