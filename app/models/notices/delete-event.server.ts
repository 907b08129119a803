import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findEvent } from './list-events.server'

/** Deletes an event. A teacher (`ownSectionIds`) deletes what the teacher has written. */
export function deleteEvent(
  scope: SchoolScope,
  publicId: string,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const event = await findEvent(scope, publicId, ownSectionIds)
    if (!event?.mayEdit) return refused('not-found')
    await execute('DELETE FROM events WHERE school_id = :schoolId AND id = :id', {
      schoolId: scope.schoolId,
      id: event.id,
    })
    await recordAudit(scope, {
      action: 'event.deleted',
      subject: { kind: 'event', id: event.id },
      details: { title: event.title, audience: event.audience, writtenBy: event.writer, from: event.startsOn },
    })
    return done()
  })
}
