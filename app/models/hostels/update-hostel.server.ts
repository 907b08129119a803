import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { hostelFacts } from './create-hostel.server'
import { lockHostel } from './lock-hostel.server'
import type { HostelFields } from './office-schema'
import type { GenderType } from './options'
import { Hostel } from './tables.server'

export type UpdateHostelRefusal = 'not-found' | 'changed' | 'name-taken' | 'others-there'

/**
 * Changes a hostel whole; who applied before keeps the amounts of that day. Refuses `not-found`, `changed` (saved by somebody else since
 * `version`), `name-taken` and `others-there`: somebody who may not live in a hostel for boys, or for girls, has a place or waits.
 */
export async function updateHostel(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: HostelFields,
): Promise<Outcome<undefined, UpdateHostelRefusal>> {
  return inTransaction(
    async () => {
      const before = await lockHostel(scope, publicId)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      if (await hasOthers(scope, before.id, fields.genderType)) return refused('others-there')
      const where = { id: before.id, schoolId: scope.schoolId }
      await Hostel.update({ ...fields, version: version + 1 }, { where })
      const subject = { kind: 'hostel', id: before.id }
      await recordAudit(scope, { action: 'hostel.updated', subject, details: hostelFacts(fields) })
      return done()
    },
    {
      hostels_name: 'name-taken',
    },
  )
}

/** Whether anybody with a place, or waiting for one, may not live there once it is for `genderType`. */
async function hasOthers(scope: SchoolScope, hostelId: number, genderType: GenderType): Promise<boolean> {
  if (genderType === 'mixed') return false
  const found = await selectOne(
    `SELECT a.id FROM hostel_applications a JOIN students s ON s.id = a.student_id
     WHERE a.school_id = :schoolId AND a.hostel_id = :hostelId AND a.is_live = 1 AND s.gender <> :gender LIMIT 1`,
    { schoolId: scope.schoolId, hostelId, gender: genderType === 'boys' ? 'Male' : 'Female' },
  )
  return found !== null
}
