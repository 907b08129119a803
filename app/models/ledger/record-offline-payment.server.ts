import { Op } from 'sequelize'
import { number, selectOne, selectRow } from '~/database/database.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { heldExcessSql } from './columns.server'
import { firstUsualDay } from './early-days.server'
import { coversAllButFine } from './fine-rules'
import { finesOfDay, keepFines } from './fines.server'
import { findStudentOfDues, type LockedDue, lockLedger, openOnlinePayments } from './locks.server'
import { type OfflineMethod, voidedStates } from './options'
import { withLinksClosed } from './payment-links.server'
import { askedOf, duesToPay, openLines, type Parts } from './payment-steps.server'
import { dueBalance, paidInstant } from './rules'
import { settleCapture } from './settle.server'
import { Payment, PaymentLine, Receipt } from './tables.server'

export interface OfflinePayment {
  /** Public ids of dues of one student; none where all of it is paid ahead. */
  dueIds: readonly string[]
  /** Public id of the student, where no due says whose money it is. */
  studentId?: string
  /** Paid ahead: kept as credit for the student. */
  advancePaise?: number
  /** The student's credit as the page showed it: where nothing but an advance is paid, another one by now is asked about again. */
  seenCreditPaise?: number
  method: OfflineMethod
  /** The balance of the dues in all as the page showed it, with the fines of `paidOn`: another one by now is asked about again. */
  amountPaise: number
  /** What is paid of each due where it is not all of it. */
  parts?: Parts
  /** Cheque number, UTR and the like. */
  reference: string | null
  remarks: string | null
  /** Whether the clerk was told that the reference was used before, and means it. */
  repeatsReference?: boolean
  /** `YYYY-MM-DD`, the day in India on which the money came. */
  paidOn: string
  /** Whether the clerk was told that the day is before `firstUsualDay`, and means it. */
  meansEarlyDay?: boolean
  formKey: string
}

/** States of a payment whose reference is free again. */
const notBooked = [...voidedStates, 'failed']

/**
 * Books money that came to the office for one or several dues, each in full or a part of it, or ahead of them, and issues the receipt. An open payment
 * link for one of them is cancelled at the provider first, so that nobody pays twice. The same form key has one effect and one answer.
 *
 * Refuses `not-found` (also for dues of two students), `already-paid`, `wrong-amount` (not the balance, with the late fines of that day), `wrong-part` (nothing,
 * or more than the balance), `credit-changed` (an advance alone, and the credit is not what was seen: somebody else may have booked it), `reference-used` (money with this reference is booked already: once said, it may be meant),
 * `future-date`, `early-date` (before `firstUsualDay`: once said, it may be meant) and `provider-down` (the open link could not be cancelled; it ends by itself within the half hour).
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
      const asked = dues.map((due) => ({ ...due, askedPaise: askedOf(due, input.parts) }))
      if (asked.some((due) => !isPart(due.askedPaise, dueBalance(due)))) return refused('wrong-part')
      if (await isCreditOther(scope, studentId, input)) return refused('credit-changed')
      if (!input.repeatsReference && (await isReferenceUsed(scope, input))) return refused('reference-used')
      dueIds = dues.map((due) => due.id)
      if ((await openOnlinePayments(scope, dueIds)).length > 0) return refused('link-open')
      const stored = new Map(today.value.map((due) => [due.id, due.finePaise]))
      const ended = asked.filter((due) => coversAllButFine(due, due.askedPaise) && due.finePaise !== stored.get(due.id))
      await keepFines(
        scope,
        ended.map((due) => [due.id, due.finePaise] as const),
      )
      return done(await takeMoney(scope, input, studentId, asked))
    },
    // Two students' forms with one key at the same moment: only a forged form does that.
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
  if (receiptPublicId === null) throw new Error('A first capture issues a receipt')
  return { paymentId: payment.publicId, receiptId: receiptPublicId }
}

/** The dues with the late fines of the day on which the money came: whoever types it in later does not make it later. */
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

/** Whether an advance without dues, which no balance guards, finds another credit than its form showed: two tabs or clerks may have the same money. */
async function isCreditOther({ schoolId }: SchoolScope, studentId: number, input: OfflinePayment): Promise<boolean> {
  if (input.dueIds.length > 0 || input.seenCreditPaise === undefined) return false
  const where = 'FROM students st WHERE st.school_id = :schoolId AND st.id = :studentId'
  const held = await selectRow({ paise: number(heldExcessSql) }, where, { schoolId, studentId })
  return held?.paise !== input.seenCreditPaise
}

/** Whose money it is; null for dues of two students, or of another than the one who is named. */
async function findPayer(scope: SchoolScope, { dueIds, studentId: publicId }: OfflinePayment): Promise<number | null> {
  const ofDues = await findStudentOfDues(scope, dueIds)
  if (publicId === undefined || (ofDues === null && dueIds.length > 0)) return ofDues
  const row = await selectOne<{ id: number }>(
    'SELECT id FROM students WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
  )
  return row && (ofDues === null || ofDues === row.id) ? row.id : null
}

/** Whether money with this UPI or bank reference is booked already; numbers of cheques repeat from bank to bank. */
async function isReferenceUsed(scope: SchoolScope, { method, reference }: OfflinePayment): Promise<boolean> {
  if (reference === null || (method !== 'upi' && method !== 'bank_transfer')) return false
  const where = {
    schoolId: scope.schoolId,
    reference,
    method: ['upi', 'bank_transfer'],
    state: { [Op.notIn]: notBooked },
  }
  return (await Payment.count({ where })) > 0
}

async function findByFormKey(scope: SchoolScope, formKey: string) {
  const where = { schoolId: scope.schoolId, formKey }
  const payment = await Payment.findOne({ where, raw: true })
  if (!payment) return null
  const receipt = await Receipt.findOne({ where: { paymentId: payment.id }, raw: true })
  return {
    studentId: payment.studentId,
    recorded: { paymentId: payment.publicId, receiptId: receipt?.publicId ?? '' },
  }
}
