import { execute, inTransaction, selectOne } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { ownAccount } from './own-account.server'
import { closeOtherSessions } from './sessions.server'

/**
 * Removes one of the own passkeys; the caller has asked for the password. The person's other sessions end: the device that is gone may
 * hold one.
 */
export function removePasskey(scope: SchoolScope, publicId: string, sessionToken: string) {
  const account = ownAccount(scope)
  const which = { publicId, schoolId: account.schoolId, id: account.id }
  return inTransaction(async () => {
    const row = await selectOne<{ name: string }>(
      'SELECT name FROM passkeys WHERE public_id = :publicId AND school_id = :schoolId AND staff_user_id = :id FOR UPDATE',
      which,
    )
    if (!row) return refused('not-found')
    await execute('DELETE FROM passkeys WHERE public_id = :publicId AND school_id = :schoolId', which)
    await closeOtherSessions(scope, account, sessionToken)
    const subject = { kind: 'staff', id: account.id }
    await recordAudit(scope, { action: 'passkey.removed', subject, details: { name: row.name } })
    return done()
  })
}
