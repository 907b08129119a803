import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockOrder } from './end-order.server'
import { mayBePacked, orderNumber } from './rules'

/**
 * The goods of an order lie ready to be collected. An online order is packed once it is paid, one of cash on delivery before. Packed
 * twice it is packed once. Refuses `not-found`, `not-paid` and `over` (handed over or cancelled).
 */
export function packOrder(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'not-paid' | 'over'>> {
  return inTransaction(async () => {
    const order = await lockOrder(scope, { publicId })
    if (!order) return refused('not-found')
    if (order.state === 'packed') return done()
    if (!mayBePacked(order)) return refused(order.state === 'placed' ? 'not-paid' : 'over')
    await execute(
      `UPDATE orders SET state = 'packed', packed_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: order.id },
    )
    await recordAudit(scope, {
      action: 'order.packed',
      subject: { kind: 'order', id: order.id },
      details: { number: orderNumber(order) },
    })
    return done()
  })
}
