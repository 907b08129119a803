import { type SchoolScope, systemScope } from '~/models/shared/scope.server'
import { enqueueExpiries, expireOrder } from '~/models/shop/cancel-order.server'
import type { JobPayload } from './job.server'

/** Ends an online order that nobody paid in time. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  await expireOrder(scope, Number(payload.orderId))
}

/** Periodic, every minute: orders whose own job did not come to it. */
export async function enqueueLateExpiries(): Promise<void> {
  await enqueueExpiries(systemScope())
}
