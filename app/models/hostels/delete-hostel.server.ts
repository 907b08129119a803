import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { releaseFiles } from '~/models/files/keep-received.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockHostel } from './lock-hostel.server'

/** Deletes a hostel with its picture. Refuses `not-found` and `has-rooms`: rooms go first, and those that somebody applied for never do. */
export async function deleteHostel(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'has-rooms'>> {
  return inTransaction(
    async () => {
      const hostel = await lockHostel(scope, publicId)
      if (!hostel) return refused('not-found')
      await execute('DELETE FROM hostels WHERE school_id = :schoolId AND id = :id', {
        schoolId: scope.schoolId,
        id: hostel.id,
      })
      if (hostel.imageFileId !== null) await releaseFiles(scope, [hostel.imageFileId])
      const subject = { kind: 'hostel', id: hostel.id }
      await recordAudit(scope, { action: 'hostel.deleted', subject, details: { name: hostel.name } })
      return done()
    },
    {
      rooms_hostel: 'has-rooms',
    },
  )
}
