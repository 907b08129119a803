import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findHoliday } from './holidays.server'

/** Takes a holiday off the calendar: its days are school days again, and attendance can be taken on them. */
export function deleteHoliday(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    await lockSchool(scope)
    const found = await findHoliday(scope, publicId)
    if (!found) return refused('not-found')
    await execute('DELETE FROM holidays WHERE school_id = :schoolId AND id = :id', {
      schoolId: scope.schoolId,
      id: found.id,
    })
    await recordAudit(scope, {
      action: 'holiday.deleted',
      subject: { kind: 'holiday', id: found.id },
      details: { name: found.name, from: found.startsOn, until: found.endsOn },
    })
    return done()
  })
}
