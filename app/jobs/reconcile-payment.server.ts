import { checkPayment, enqueuePaymentChecks } from '~/models/ledger/check-payment.server'
import { type SchoolScope, systemScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

/** Asks the provider how one payment stands. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  await checkPayment(scope, Number(payload.paymentId))
}

/** Periodic, every two seconds: writes the jobs of the payments whose time to be looked at has come. */
export async function enqueueChecks(): Promise<void> {
  await enqueuePaymentChecks(systemScope())
}
