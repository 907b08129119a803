import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findPeriod, ownPeriods } from './periods.server'
import { BellPeriod } from './tables.server'

/**
 * Takes a period off the school's day. Refused while lessons stand in it ('in-use', found by the foreign key), and for the last one:
 * without any, the usual periods would come back ('last').
 */
export async function deletePeriod(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'in-use' | 'last'>> {
  try {
    return await inTransaction(async () => {
      await lockSchool(scope)
      const period = await findPeriod(scope, publicId, { lock: true })
      if (!period) return refused('not-found')
      if ((await ownPeriods(scope)).length === 1) return refused('last')
      await BellPeriod.destroy({ where: { id: period.id, schoolId: scope.schoolId } })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('in-use')
    throw error
  }
}
