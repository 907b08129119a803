import { todayInIndia } from '~/models/shared/calendar'
import { schoolScope, systemActor, systemScope } from '~/models/shared/scope.server'
import { findRidesToCharge, raisePeriods } from '~/models/transport/raise-periods.server'

/** Periodic: raises the fares of rides whose next period begins soon. The first run of a day has all the work; the others find nothing. */
export async function raiseTransportPeriods(): Promise<void> {
  const today = todayInIndia(new Date())
  let after = 0
  for (;;) {
    const rides = await findRidesToCharge(systemScope(), today, after)
    for (const { id, schoolId } of rides) await raisePeriods(schoolScope(schoolId, systemActor), id, today)
    const last = rides.at(-1)
    if (!last) return
    after = last.id
  }
}
