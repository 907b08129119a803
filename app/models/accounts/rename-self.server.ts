import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { ownAccount } from './own-account.server'

/** Changes the own name of a staff user, as colleagues and the audit log show it. */
export function renameSelf(scope: SchoolScope, name: string): Promise<void> {
  const { schoolId, id } = ownAccount(scope)
  return inTransaction(async () => {
    await execute(
      'UPDATE staff_users SET name = :name, version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id',
      { name, schoolId, id },
    )
    const details = { before: scope.actor.name, name }
    await recordAudit(scope, { action: 'staff.renamed', subject: { kind: 'staff', id }, details })
  })
}
