import { inTransaction } from '~/database/database.server'
import { currentSessionOf } from '~/models/academics/current-session.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type ChargeDue, firstPeriod, type Subscriber } from './charges.server'

type Raising<Application> = {
  lock: (scope: SchoolScope, which: { id: number }) => Promise<Application | null>
  chargesOf: (scope: SchoolScope, application: Subscriber) => Promise<ChargeDue[]>
  /** The first day of an application whose periods go on, else null. */
  firstDayOf: (application: Application) => string | null
  /** Those to raise on India's day `today`; `raised` is the newest that there is. */
  periodsOf: (application: Application & { startsOn: string; raised: number }, today: string) => number[]
  raise: (
    scope: SchoolScope,
    application: Application,
    of: { startsOn: string; period: number; today: string },
  ) => Promise<void>
}

/**
 * The act that raises what an application costs for periods that begin within the next days, as dues of the student; those that were missed
 * (no worker ran) as well. Once for each period. Answers how many.
 */
export function raisingIn<Application extends Subscriber & { schoolId: number; academicSessionId: number }>({
  lock,
  chargesOf,
  firstDayOf,
  periodsOf,
  raise,
}: Raising<Application>) {
  return (scope: SchoolScope, id: number, today: string): Promise<number> =>
    inTransaction(async () => {
      const application = await lock(scope, { id })
      const startsOn = application && firstDayOf(application)
      if (!application || startsOn === null) return 0
      const charged = (await chargesOf(scope, application)).map((charge) => charge.period)
      const periods = periodsOf({ ...application, startsOn, raised: Math.max(firstPeriod, ...charged) }, today)
      if (periods.length === 0) return 0
      // It may go on into the next session: what it costs then stands with the fees of that one.
      const academicSessionId = (await currentSessionOf(application)) ?? application.academicSessionId
      for (const period of periods)
        await raise(scope, { ...application, academicSessionId }, { startsOn, period, today })
      return periods.length
    })
}
