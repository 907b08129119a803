import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { type EndDeclaredRefusal, endDeclared } from './declared-payments.server'

/**
 * The student has not paid what they declared and wants to pay another way: it waits no longer, and its dues can be paid again. Refuses as
 * `endDeclared` does; somebody else's payment is `not-found`.
 */
export function takeBackDeclared(
  scope: StudentScope,
  paymentId: string,
): Promise<Outcome<undefined, EndDeclaredRefusal>> {
  return inTransaction(async () => {
    const ended = await endDeclared(scope, { paymentId, failure: null })
    if (!ended.ok) return ended
    const { id, amountPaise, method } = ended.value
    const subject = { kind: 'payment', id }
    await recordAudit(scope, { action: 'transfer.taken-back', subject, details: { amountPaise, method } })
    return done()
  })
}
