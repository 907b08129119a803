import { inTransaction } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { currentSessionOf } from '~/models/people/academics/current-session.server'
import { type ChargeDue, firstPeriod, type Subscriber } from './charges.server'

type Raising<Application> = {
  lock: (scope: SchoolScope, key: { id: number }) => Promise<Application | null>
  chargesOf: (scope: SchoolScope, application: Subscriber) => Promise<ChargeDue[]>
  /** Returns the first day of an application that is still charged by period; null for any other. */
  firstDayOf: (application: Application) => string | null
  /** Returns the periods to charge on `today` (IST); `raised` is the last period already charged. */
  periodsOf: (application: Application & { startsOn: string; raised: number }, today: string) => number[]
  raise: (
    scope: SchoolScope,
    application: Application,
    periodFacts: { startsOn: string; period: number; today: string },
  ) => Promise<void>
}

/**
 * Creates a function that charges an application once for each period that begins soon, or that was missed because no
 * worker ran. The function returns the number of periods charged.
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
