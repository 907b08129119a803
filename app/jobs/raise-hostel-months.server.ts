import { findStaysToCharge, raiseMonths } from '~/models/hostels/raise-months.server'
import { todayInIndia } from '~/models/shared/calendar'
import { schoolScope, systemActor, systemScope } from '~/models/shared/scope.server'

/** Periodic: raises the months of hostel stays that begin soon. The first run of a day has all the work; the others find nothing. */
export async function raiseHostelMonths(): Promise<void> {
  const today = todayInIndia(new Date())
  let after = 0
  for (;;) {
    const stays = await findStaysToCharge(systemScope(), today, after)
    for (const { id, schoolId } of stays) await raiseMonths(schoolScope(schoolId, systemActor), id, today)
    const last = stays.at(-1)
    if (!last) return
    after = last.id
  }
}
