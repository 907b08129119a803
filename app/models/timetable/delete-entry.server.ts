import { inTransaction } from '~/database/transaction.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { TimetableEntry } from './tables.server'

/** Takes a lesson out of the week, on all its days. */
export function deleteEntry(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const gone = await TimetableEntry.destroy({ where: { publicId, schoolId: scope.schoolId } })
    return gone === 0 ? refused('not-found') : done()
  })
}
