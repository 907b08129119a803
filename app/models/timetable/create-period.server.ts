import { inTransaction } from '~/database/transaction.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { mostPeriods } from './options'
import { ensurePeriods, type OverlapRefusal, overlapRefusal } from './periods.server'
import type { PeriodFields } from './schema'
import { BellPeriod } from './tables.server'

/** Adds a period or break to the school's day; refused where it overlaps another, which is named. */
export function createPeriod(
  scope: SchoolScope,
  fields: PeriodFields,
): Promise<Outcome<undefined, 'too-many'> | OverlapRefusal> {
  return inTransaction(async () => {
    // Two clerks may add the same hour: the second waits and sees the first one's.
    await lockSchool(scope)
    const periods = await ensurePeriods(scope)
    const overlap = overlapRefusal(fields, periods)
    if (overlap) return overlap
    if (periods.length >= mostPeriods) return refused('too-many')
    await BellPeriod.create({
      publicId: newPublicId(),
      schoolId: scope.schoolId,
      name: fields.name,
      startsAt: fields.starts_at,
      endsAt: fields.ends_at,
      isBreak: fields.is_break ? 1 : 0,
    })
    return done()
  })
}
