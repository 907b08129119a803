import { Op } from 'sequelize'
import { inTransaction } from '~/database/database.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { coversAllButFine } from './fine-rules'
import { accrueFines, finesOfDay, keepFines } from './fines.server'
import { findStudentOfDues, type LockedDue, lockLedger, openOnlinePayments, readDues } from './locks.server'
import { maxDuesOfPayment, type OfflineMethod, voidedStates } from './options'
import { closeLink } from './payment-links.server'
import { askedOf, openLines, type Parts } from './payment-steps.server'
import { dueBalance, paidInstant } from './rules'
import { settleCapture } from './settle.server'
import { Payment, Receipt } from './tables.server'

export interface OfflinePayment {
  /** Public ids of dues of one student. */
  dueIds: readonly string[]
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
  formKey: string
}

interface Recorded {
  paymentId: string
  receiptId: string
}

type Refusal =
  | 'not-found'
  | 'already-paid'
  | 'wrong-amount'
  | 'wrong-part'
  | 'reference-used'
  | 'future-date'
  | 'provider-down'

const rounds = 3

/** States of a payment whose reference is free again. */
const notBooked = [...voidedStates, 'failed']

/**
 * Books money that came to the office for one or several dues, each in full or a part of it, and issues the receipt. An open payment
 * link for one of them is cancelled at the provider first, so that nobody pays twice. The same form key has one effect and one answer.
 *
 * Refuses `not-found` (also for dues of two students), `already-paid`, `wrong-amount` (not the balance, with the late fines of that day), `wrong-part` (nothing,
 * or more than the balance), `reference-used` (money with this reference is booked already: once said, it may be meant),
 * `future-date` and `provider-down` (the open link could not be cancelled; it ends by itself within the half hour).
 */
export async function recordOfflinePayment(scope: SchoolScope, input: OfflinePayment) {
  if (input.paidOn > todayInIndia(new Date())) return refused('future-date')
  for (let round = 0; round < rounds; round++) {
    const tried = await book(scope, input)
    if (!tried.ok) return tried
    if ('paymentId' in tried.value) return done(tried.value)
    const provider = await findProvider(scope)
    for (const paymentId of tried.value.inTheWay) {
      const closed = await closeLink(scope, provider, paymentId)
      if (!closed.ok) return closed
    }
  }
  return refused('provider-down')
}

type Tried = Recorded | { inTheWay: number[] }

async function book(scope: SchoolScope, input: OfflinePayment): Promise<Outcome<Tried, Refusal>> {
  return inTransaction(
    async () => {
      const studentId = await findStudentOfDues(scope, input.dueIds)
      if (studentId === null) return refused('not-found')
      await lockLedger(scope, studentId)
      const same = await findByFormKey(scope, input.formKey)
      if (same) return same.studentId === studentId ? done<Tried>(same.recorded) : refused('not-found')
      await accrueFines(scope, [studentId])
      const wanted = [...new Set(input.dueIds)]
      const owed = await readDues(scope, studentId, wanted)
      if (owed.length < wanted.length || owed.length > maxDuesOfPayment) return refused('not-found')
      const dues = await asOfDay(scope, owed, input.paidOn)
      if (dues.some((due) => due.state !== 'open')) return refused('not-found')
      if (dues.some((due) => dueBalance(due) <= 0)) return refused('already-paid')
      if (dues.reduce((sum, due) => sum + dueBalance(due), 0) !== input.amountPaise) return refused('wrong-amount')
      const asked = dues.map((due) => askedOf(due, input.parts))
      if (dues.some((due, index) => !isPart(asked[index] ?? 0, dueBalance(due)))) return refused('wrong-part')
      if (!input.repeatsReference && (await isReferenceUsed(scope, input))) return refused('reference-used')
      const amountPaise = asked.reduce((sum, paise) => sum + paise, 0)
      const ids = dues.map((due) => due.id)
      const inTheWay = await openOnlinePayments(scope, ids)
      if (inTheWay.length > 0) return done<Tried>({ inTheWay })
      const payment = await Payment.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        studentId,
        method: input.method,
        state: 'pending',
        amountPaise,
        capturedPaise: 0,
        refundedPaise: 0,
        reference: input.reference,
        remarks: input.remarks,
        formKey: input.formKey,
        recordedBy: scope.actor.id,
      })
      const settled = dues.filter((due, index) => coversAllButFine(due, asked[index] ?? 0))
      const changed = settled.filter((due) => due.finePaise !== owed.find((one) => one.id === due.id)?.finePaise)
      await keepFines(
        scope,
        changed.map((due) => [due.id, due.finePaise] as const),
      )
      await openLines(payment, dues, input.parts)
      const capture = {
        amountPaise,
        transactionId: null,
        paidAt: paidInstant(input.paidOn, new Date()),
      }
      const plain = payment.get({ plain: true })
      const { receiptPublicId } = await settleCapture(scope, plain, capture)
      if (receiptPublicId === null) throw new Error('A first capture issues a receipt')
      return done<Tried>({ paymentId: payment.publicId, receiptId: receiptPublicId })
    },
    {
      // Two students' forms with one key at the same moment: only a forged form does that.
      payments_form_key: 'not-found',
    },
  )
}

/** The dues with the late fines of the day on which the money came: whoever types it in later does not make it later. */
async function asOfDay(scope: SchoolScope, dues: LockedDue[], day: string): Promise<LockedDue[]> {
  if (day === todayInIndia(new Date())) return dues
  const fines = await finesOfDay(
    scope,
    dues.map((due) => due.id),
    day,
  )
  return dues.map((due) => ({ ...due, finePaise: fines.get(due.id) ?? due.finePaise }))
}

const isPart = (paise: number, balancePaise: number) =>
  Number.isSafeInteger(paise) && paise > 0 && paise <= balancePaise

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
