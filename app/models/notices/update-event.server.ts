import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type AddressRefusal, findAddress } from './find-address.server'
import { findEvent } from './list-events.server'
import type { EventFields } from './schema'

/** Changes an event. A teacher (`ownSectionIds`) changes what the teacher has written. */
export function updateEvent(
  scope: SchoolScope,
  publicId: string,
  fields: EventFields,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<undefined, AddressRefusal | 'not-found'>> {
  return inTransaction(async () => {
    const event = await findEvent(scope, publicId, ownSectionIds)
    if (!event?.mayEdit) return refused('not-found')
    const address = await findAddress(scope, fields, ownSectionIds)
    if (!address.ok) return address
    await execute(
      `UPDATE events SET title = :title, description = :description, type = :type, priority = :priority, starts_on = :startsOn,
         ends_on = :endsOn, audience = :audience, class_id = :classId, section_id = :sectionId, student_id = :studentId,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      {
        schoolId: scope.schoolId,
        id: event.id,
        title: fields.title,
        description: fields.description ?? null,
        type: fields.type,
        priority: fields.priority,
        startsOn: fields.starts_on,
        endsOn: fields.ends_on ?? fields.starts_on,
        ...address.value,
      },
    )
    return done()
  })
}
