import { inTransaction } from '~/database/transaction.server'
import { closeLinksOfDues } from '~/models/ledger/payment-links.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { endOrder, findOrderDue } from './end-order.server'
import { mayBeCancelled } from './rules'
import { Order } from './tables.server'

/**
 * The student no longer wants an order that is not paid yet: a link that could still be paid is closed at the provider first.
 * Refuses `not-found`, `over` (packed, paid or cancelled meanwhile), `paid` (money came for it: the office gives it back) and
 * `provider-down`.
 */
export async function cancelOwnOrder(
  scope: StudentScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'over' | 'paid' | 'provider-down'>> {
  const order = await Order.findOne({
    attributes: ['id', 'schoolId', 'studentId', 'state'],
    where: { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
    raw: true,
  })
  if (!order) return refused('not-found')
  if (!mayBeCancelled(order.state, 'student')) return refused('over')
  const due = await findOrderDue(order)
  const closed = due ? await closeLinksOfDues(scope, [due.id]) : done()
  if (!closed.ok) return refused('provider-down')
  const ended = await inTransaction(() => endOrder(scope, order.id, { by: 'student', reason: null }))
  if (ended.ok) return done()
  return refused(ended.reason === 'due-touched' ? 'paid' : ended.reason)
}
