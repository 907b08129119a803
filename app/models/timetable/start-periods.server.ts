import { inTransaction } from '~/database/transaction.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { ensurePeriods } from './periods.server'

/** Makes the usual periods the school's own, so that they can be changed one by one; a school that has some keeps them. */
export async function startPeriods(scope: SchoolScope): Promise<void> {
  await inTransaction(() => ensurePeriods(scope))
}
