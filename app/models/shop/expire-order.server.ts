import { execute, select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { closeLinksOfDues } from '~/models/ledger/payment-links.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { endOrder, findOrderDue } from './end-order.server'

/** A payment may be started while the link of the one before is closed; more often than this nobody does. */
const rounds = 3

/**
 * Ends an online order whose time to be paid is over, so that others can buy what it kept. One that was paid, or paid in part, stays:
 * the rest is the office's to decide. Without effect on any other order.
 * @throws when the provider does not say whether its link was paid: the job tries again
 */
export async function expireOrder(scope: SchoolScope, orderId: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const order = await selectOne<{ id: number; schoolId: number; studentId: number }>(
      `SELECT id, school_id AS schoolId, student_id AS studentId FROM orders
       WHERE school_id = :schoolId AND id = :orderId AND state = 'placed' AND reserved_until <= UTC_TIMESTAMP(3)`,
      { schoolId: scope.schoolId, orderId },
    )
    if (!order) return
    const before = await findOrderDue(order)
    const closed = before ? await closeLinksOfDues(scope, [before.id]) : null
    if (closed && !closed.ok) throw new Error('The provider does not say whether the order was paid')
    const due = await findOrderDue(order)
    if (due && due.state === 'open' && due.paidPaise > 0) return keepPaid(scope, orderId)
    const ended = await inTransaction(() => endOrder(scope, orderId, { by: 'expiry', reason: null }))
    if (ended.ok || ended.reason !== 'due-touched') return
  }
  throw new Error('A payment for the order is always under way')
}

async function keepPaid(scope: SchoolScope, orderId: number): Promise<void> {
  await execute('UPDATE orders SET reserved_until = NULL WHERE school_id = :schoolId AND id = :orderId', {
    schoolId: scope.schoolId,
    orderId,
  })
}

/** Orders whose own job was given up, or lost with a worker that stayed away: looked for every minute. */
export async function enqueueExpiries(_system: SystemScope): Promise<void> {
  const late = await select<{ id: number; schoolId: number }>(
    `SELECT id, school_id AS schoolId FROM orders
     WHERE reserved_until < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE AND state = 'placed' ORDER BY reserved_until LIMIT 200`,
  )
  if (late.length === 0) return
  await inTransaction(async () => {
    for (const { id, schoolId } of late) {
      await enqueueJob({ kind: 'expire-order', schoolId, payload: { orderId: id }, uniqueKey: `expire-order:${id}` })
    }
  })
}
