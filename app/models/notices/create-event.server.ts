import { execute, selectOne } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { done, type Outcome } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type AddressRefusal, findAddress } from './find-address.server'
import type { EventFields } from './schema'

/**
 * Announces an event and answers its public id; the same form has one effect. Without a last day it takes one day. A teacher
 * (`ownSectionIds`) announces to these sections and their students only.
 */
export async function createEvent(
  scope: SchoolScope,
  fields: EventFields,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<string, AddressRefusal>> {
  const publicId = newPublicId()
  try {
    return await inTransaction(async () => {
      const address = await findAddress(scope, fields, ownSectionIds)
      if (!address.ok) return address
      await execute(
        `INSERT INTO events (public_id, form_key, school_id, title, description, type, priority, starts_on, ends_on, audience,
           class_id, section_id, student_id, created_by, created_by_name, created_at, updated_at)
         VALUES (:publicId, :formKey, :schoolId, :title, :description, :type, :priority, :startsOn, :endsOn, :audience,
           :classId, :sectionId, :studentId, :writerId, :writer, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
        {
          publicId,
          formKey: fields.form_key,
          schoolId: scope.schoolId,
          title: fields.title,
          description: fields.description ?? null,
          type: fields.type,
          priority: fields.priority,
          startsOn: fields.starts_on,
          endsOn: fields.ends_on ?? fields.starts_on,
          ...address.value,
          writerId: scope.actor.id,
          writer: scope.actor.name,
        },
      )
      return done(publicId)
    })
  } catch (error) {
    if (violatedUniqueKey(error) !== 'events_form_key') throw error
    const first = await selectOne<{ publicId: string }>(
      'SELECT public_id AS publicId FROM events WHERE school_id = :schoolId AND form_key = :formKey',
      { schoolId: scope.schoolId, formKey: fields.form_key },
    )
    return done(first?.publicId ?? publicId)
  }
}
