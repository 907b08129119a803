import { enqueueLapses, lapseOffer } from '~/models/hostels/offer-beds.server'
import { type SchoolScope, systemScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

/** Ends the offer of a bed that nobody took in time. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  await lapseOffer(scope, Number(payload.applicationId))
}

/** Periodic, every minute: offers whose own job did not come to it. */
export async function enqueueLateLapses(): Promise<void> {
  await enqueueLapses(systemScope())
}
