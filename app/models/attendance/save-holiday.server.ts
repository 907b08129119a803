import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findHoliday, markedDaysBetween } from './holidays.server'
import type { HolidayFields } from './schema'

/**
 * Adds a holiday, or changes the one named by `publicId`. Refuses `days-marked` when attendance was taken on one of its days (what was
 * marked is never hidden), and `name-taken` when a holiday of this name begins on the same day already.
 */
export async function saveHoliday(
  scope: SchoolScope,
  publicId: string | null,
  fields: HolidayFields,
): Promise<Outcome<undefined, 'not-found' | 'days-marked' | 'name-taken'>> {
  return inTransaction(
    async () => {
      await lockSchool(scope)
      const before = publicId === null ? null : await findHoliday(scope, publicId)
      if (publicId !== null && !before) return refused('not-found')
      const marked = await markedDaysBetween(scope, fields.starts_on, fields.ends_on)
      if (marked.length > 0) return refused('days-marked')
      const id = before ? await change(scope, before.id, fields) : await insert(scope, fields)
      await recordAudit(scope, {
        action: before ? 'holiday.updated' : 'holiday.created',
        subject: { kind: 'holiday', id },
        details: {
          before: before && `${before.name}, ${before.startsOn} to ${before.endsOn}`,
          name: fields.name,
          from: fields.starts_on,
          until: fields.ends_on,
        },
      })
      return done()
    },
    {
      holidays_once: 'name-taken',
    },
  )
}

async function insert(scope: SchoolScope, fields: HolidayFields): Promise<null> {
  await execute(
    `INSERT INTO holidays (public_id, school_id, name, starts_on, ends_on, created_at, updated_at)
     VALUES (:publicId, :schoolId, :name, :starts_on, :ends_on, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { publicId: newPublicId(), schoolId: scope.schoolId, ...fields },
  )
  return null
}

async function change(scope: SchoolScope, id: number, fields: HolidayFields): Promise<number> {
  await execute(
    `UPDATE holidays SET name = :name, starts_on = :starts_on, ends_on = :ends_on, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id, ...fields },
  )
  return id
}
