import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { ownAccount } from './own-account.server'
import { isOpen, sessionsOf } from './sessions.server'

/**
 * Ends one other session of whoever is signed in with `ownToken`; its next request finds nobody. Refuses what is not open, is this one (that is
 * signing out), or is somebody else's: nobody can tell these apart.
 */
export function endSession(
  scope: StudentScope | SchoolScope,
  publicId: string,
  ownToken: string,
): Promise<Outcome<undefined, 'not-found'>> {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    const ended = await execute(
      `DELETE s FROM sessions s WHERE s.public_id = :publicId AND ${sessionsOf(account)} AND s.id_hash <> :keep AND ${isOpen}`,
      { publicId, schoolId: account.schoolId, id: account.id, keep: hashToken(ownToken) },
    )
    if (ended === 0) return refused('not-found')
    await recordAudit(scope, { action: 'session.ended', subject: { kind: account.kind, id: account.id } })
    return done()
  })
}
