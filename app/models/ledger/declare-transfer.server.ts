import { inTransaction } from '~/database/transaction.server'
import { keepReceived } from '~/models/files/keep-received.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { accrueFines } from './accrue-fines.server'
import { isAnyDeclared } from './declared-payments.server'
import { lockLedger, readDues } from './locks.server'
import { openLines } from './open-lines.server'
import { type declarableMethods, mostDuesOfAPayment } from './options'
import { dueBalance } from './rules'
import { Payment } from './tables.server'

export interface DeclareTransfer {
  dueIds: readonly string[]
  method: (typeof declarableMethods)[number]
  reference: string | null
  /** Key of a received picture or PDF that shows the transfer. */
  proofKey?: string | null
  formKey: string
}

/**
 * A student says that the balance of the dues was transferred or brought in cash. Nothing is settled by that: the payment waits until
 * the school has seen the money. Refuses `not-found`, `already-paid`, `waiting` (one of the dues was declared before and the school has not
 * looked yet) and `file-gone` (the proof waited for more than a day).
 */
export async function declareTransfer(
  scope: StudentScope,
  input: DeclareTransfer,
): Promise<Outcome<{ paymentId: string }, 'not-found' | 'already-paid' | 'waiting' | 'file-gone'>> {
  return inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const own = { schoolId: scope.schoolId, studentId: scope.studentId, formKey: input.formKey }
      const same = await Payment.findOne({ where: own, raw: true })
      if (same) return done({ paymentId: same.publicId })
      await accrueFines(scope, [scope.studentId])
      const wanted = [...new Set(input.dueIds)]
      const dues = await readDues(scope, scope.studentId, wanted)
      if (dues.length === 0 || dues.length < wanted.length || dues.length > mostDuesOfAPayment)
        return refused('not-found')
      if (dues.some((due) => due.state !== 'open')) return refused('not-found')
      if (dues.some((due) => dueBalance(due) <= 0)) return refused('already-paid')
      const dueIds = dues.map((due) => due.id)
      if (await isAnyDeclared(scope, dueIds)) return refused('waiting')
      const proof = input.proofKey ? await keepReceived(scope, [input.proofKey], { studentId: scope.studentId }) : []
      if (proof === null) return refused('file-gone')
      const payment = await Payment.create({
        ...own,
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
    {
      payments_form_key: 'not-found',
    },
  )
}
