import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockOrder } from './end-order.server'
import { issueInvoice } from './issue-invoice.server'
import { orderNumber } from './rules'

/**
 * The due of an order is settled: its pieces are the student's for good, and it gets its invoice. What is packed already stays packed.
 * Once; without effect on a cancelled order.
 */
export function markOrderPaid(scope: SchoolScope, orderId: number): Promise<void> {
  return inTransaction(async () => {
    const order = await lockOrder(scope, { id: orderId })
    if (!order || order.paidAt !== null || order.state === 'cancelled') return
    await execute(
      `UPDATE orders SET state = IF(state = 'placed', 'paid', state), paid_at = UTC_TIMESTAMP(3), reserved_until = NULL,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :orderId`,
      { schoolId: scope.schoolId, orderId },
    )
    await issueInvoice(scope, orderId)
    await recordAudit(scope, {
      action: 'order.paid',
      subject: { kind: 'order', id: order.id },
      details: { number: orderNumber(order), totalPaise: order.totalPaise },
    })
  })
}
