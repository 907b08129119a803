import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findNotice } from './list-notices.server'

/** Deletes a notice with the marks of who has read it; a mail that waits is not sent. A teacher deletes what the teacher has written. */
export function deleteNotice(
  scope: SchoolScope,
  publicId: string,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const notice = await findNotice(scope, publicId, ownSectionIds)
    if (!notice?.mayEdit) return refused('not-found')
    await execute('DELETE FROM notices WHERE school_id = :schoolId AND id = :id', {
      schoolId: scope.schoolId,
      id: notice.id,
    })
    await recordAudit(scope, {
      action: 'notice.deleted',
      subject: { kind: 'notice', id: notice.id },
      details: { title: notice.title, audience: notice.audience, writtenBy: notice.writer, from: notice.fromOn },
    })
    return done()
  })
}
