import { inTransaction } from '~/database/transaction.server'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/audit/record-audit.server'
import { notifyStudent } from '~/models/notices/notify-student.server'
import { formatPaise } from '~/models/shared/money'
import { done, type Outcome } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type EndDeclaredRefusal, endDeclared } from './declared-payments.server'

/**
 * The money of a declared payment has not come: nothing was settled by it and nothing is now. The student is told with the reason, by
 * notice and mail. Refuses as `endDeclared` does.
 */
export function refuseTransfer(
  scope: SchoolScope,
  input: { paymentId: string; reason: string },
): Promise<Outcome<undefined, EndDeclaredRefusal>> {
  const { paymentId, reason } = input
  return inTransaction(async () => {
    const ended = await endDeclared(scope, { paymentId, failure: reason })
    if (!ended.ok) return ended
    const { id, amountPaise, studentId } = ended.value
    const subject = { kind: 'payment', id }
    await recordAudit(scope, { action: 'transfer.refused', subject, details: { reason, amountPaise } })
    const facts = { amount: formatPaise(amountPaise, { style: 'exact' }), reason }
    await notifyStudent(scope, studentId, (locale) => ({
      title: m.payments_refused_title({}, { locale }),
      body: m.payments_refused_text(facts, { locale }),
    }))
    return done()
  })
}
