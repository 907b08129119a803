import { inTransaction } from '~/database/transaction.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findPeriod, lessonsIn, type OverlapRefusal, overlapRefusal, ownPeriods } from './periods.server'
import type { PeriodFields } from './schema'
import { BellPeriod } from './tables.server'

/**
 * Changes a period's name, times and kind; its lessons move with it. Refused where it overlaps another, which is named, and where it
 * would become a break in spite of its lessons ('in-use').
 */
export function updatePeriod(
  scope: SchoolScope,
  publicId: string,
  fields: PeriodFields,
): Promise<Outcome<undefined, 'not-found' | 'in-use'> | OverlapRefusal> {
  return inTransaction(async () => {
    await lockSchool(scope)
    const period = await findPeriod(scope, publicId, { lock: true })
    if (!period) return refused('not-found')
    const others = (await ownPeriods(scope)).filter((other) => other.id !== period.id)
    const overlap = overlapRefusal(fields, others)
    if (overlap) return overlap
    if (fields.is_break && (await lessonsIn(scope, period.id)) > 0) return refused('in-use')
    await BellPeriod.update(
      {
        name: fields.name,
        startsAt: fields.starts_at,
        endsAt: fields.ends_at,
        isBreak: fields.is_break ? 1 : 0,
      },
      { where: { id: period.id, schoolId: scope.schoolId } },
    )
    return done()
  })
}
