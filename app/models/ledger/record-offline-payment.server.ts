import type { Tx } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { closeLink } from './close-link.server'
import { findStudentOfDues, lockLedger, openOnlinePayments, readDues } from './locks.server'
import { openLines } from './open-lines.server'
import { mostDuesOfAPayment, type OfflineMethod } from './options'
import { dueBalance, paidInstant } from './rules'
import { settleCapture } from './settle.server'
import { Payment, Receipt } from './tables.server'

export interface OfflinePayment {
  /** Public ids of dues of one student. */
  dueIds: readonly string[]
  method: OfflineMethod
  amountPaise: number
  /** Cheque number, UTR and the like. */
  reference: string | null
  remarks: string | null
  /** `YYYY-MM-DD`, the day in India on which the money came. */
  paidOn: string
  formKey: string
}

interface Recorded {
  paymentId: string
  receiptId: string
}

type Refusal = 'not-found' | 'already-paid' | 'wrong-amount' | 'future-date' | 'provider-down'

const rounds = 3

/**
 * Books money that came to the office for the whole balance of the dues, and issues the receipt. An open payment link for one of them
 * is cancelled at the provider first, so that nobody pays twice. The same form key has one effect and one answer.
 *
 * Refuses `not-found` (also for dues of two students), `already-paid`, `wrong-amount` (not the balance of today),
 * `future-date` and `provider-down` (the open link could not be cancelled; it ends by itself within the half hour).
 */
export async function recordOfflinePayment(
  scope: SchoolScope,
  input: OfflinePayment,
): Promise<Outcome<Recorded, Refusal>> {
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
  try {
    return await inTransaction(async (tx) => {
      const studentId = await findStudentOfDues(scope, input.dueIds, tx)
      if (studentId === null) return refused('not-found')
      await lockLedger(scope, studentId, tx)
      const same = await findByFormKey(scope, input.formKey, tx)
      if (same) return same.studentId === studentId ? done<Tried>(same.recorded) : refused('not-found')
      const wanted = [...new Set(input.dueIds)]
      const dues = await readDues(scope, studentId, wanted, tx)
      if (dues.length < wanted.length || dues.length > mostDuesOfAPayment) return refused('not-found')
      if (dues.some((due) => due.state !== 'open')) return refused('not-found')
      if (dues.some((due) => dueBalance(due) <= 0)) return refused('already-paid')
      if (dues.reduce((sum, due) => sum + dueBalance(due), 0) !== input.amountPaise) return refused('wrong-amount')
      const ids = dues.map((due) => due.id)
      const inTheWay = await openOnlinePayments(scope, ids, tx)
      if (inTheWay.length > 0) return done<Tried>({ inTheWay })
      const payment = await Payment.create(
        {
          publicId: newPublicId(),
          schoolId: scope.schoolId,
          studentId,
          method: input.method,
          state: 'pending',
          amountPaise: input.amountPaise,
          reference: input.reference,
          remarks: input.remarks,
          formKey: input.formKey,
          recordedBy: scope.actor.id,
        },
        { transaction: tx },
      )
      await openLines(payment, dues, tx)
      const capture = {
        amountPaise: input.amountPaise,
        transactionId: null,
        paidAt: paidInstant(input.paidOn, new Date()),
      }
      const plain = payment.get({ plain: true }) as Payment
      const { receiptPublicId } = await settleCapture(scope, plain, capture, tx)
      if (receiptPublicId === null) throw new Error('A first capture issues a receipt')
      return done<Tried>({ paymentId: payment.publicId, receiptId: receiptPublicId })
    })
  } catch (error) {
    // Two students' forms with one key at the same moment: only a forged form does that.
    if (violatedUniqueKey(error) === 'payments_form_key') return refused('not-found')
    throw error
  }
}

async function findByFormKey(
  scope: SchoolScope,
  formKey: string,
  tx: Tx,
): Promise<{ studentId: number; recorded: Recorded } | null> {
  const where = { schoolId: scope.schoolId, formKey }
  const payment = await Payment.findOne({ where, raw: true, transaction: tx })
  if (!payment) return null
  const receipt = await Receipt.findOne({ where: { paymentId: payment.id }, raw: true, transaction: tx })
  return {
    studentId: payment.studentId,
    recorded: { paymentId: payment.publicId, receiptId: receipt?.publicId ?? '' },
  }
}
