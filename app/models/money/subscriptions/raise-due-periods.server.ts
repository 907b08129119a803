import { inTransaction } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { currentSessionOf } from '~/models/people/academics/current-session.server'
import { type ChargeDue, firstPeriod, type Subscriber } from './charges.server'

type Raising<Application> = {
  lock: (scope: SchoolScope, key: { id: number }) => Promise<Application | null>
  chargesOf: (scope: SchoolScope, application: Subscriber) => Promise<ChargeDue[]>
  /** First day of an application for which periods are still raised, else null. */
  firstDayOf: (application: Application) => string | null
  /** Periods to raise on `today` (IST); `raised` is the last period raised. */
  periodsOf: (application: Application & { startsOn: string; raised: number }, today: string) => number[]
  raise: (
    scope: SchoolScope,
    application: Application,
    periodFacts: { startsOn: string; period: number; today: string },
  ) => Promise<void>
}

/**
 * Creates a function that raises, once per period, an application's charges for periods that begin soon and for periods
 * missed because no worker ran. The function returns the number of charges raised.
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
      // A subscription may continue into the next session; the charge then belongs to that session's fees.
      const academicSessionId = (await currentSessionOf(application)) ?? application.academicSessionId
      for (const period of periods)
        await raise(scope, { ...application, academicSessionId }, { startsOn, period, today })
      return periods.length
    })
}
