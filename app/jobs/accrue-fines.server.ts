import { accrueFinesOf, findFinesToAccrue } from '~/models/ledger/fines.server'
import { todayInIndia } from '~/models/shared/calendar'
import { schoolScope, systemActor, systemScope } from '~/models/shared/scope.server'

/**
 * Periodic: counts late fines to today. The first run after midnight in India, or after a time without a worker, has all the work
 * and does it some students at a time; the others find nothing.
 */
export async function accrueFines(): Promise<void> {
  const today = todayInIndia(new Date())
  for (;;) {
    const next = await findFinesToAccrue(systemScope(), today)
    if (!next) return
    await accrueFinesOf(schoolScope(next.schoolId, systemActor), next.studentIds, today)
  }
}
