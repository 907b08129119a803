import { sendRefund } from '~/models/ledger/provider-refunds.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

/** Has the provider return the money of a refund; tried again later while the provider does not answer. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  const sent = await sendRefund(scope, String(payload.refundId))
  if (!sent.ok) throw new Error(`Refund not sent: ${sent.reason}`)
}
