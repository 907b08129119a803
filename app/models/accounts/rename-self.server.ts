import { inTransaction, selectRow } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { ownAccount } from './own-account.server'
import { StaffUser } from './tables.server'

const own = columnsOf(StaffUser, 'u', 'name', 'version')

/** The own name with the version of the own sign-in. */
export async function findOwnName(scope: SchoolScope): Promise<{ name: string; version: number }> {
  const { schoolId, id } = ownAccount(scope)
  const row = await selectRow(own, 'FROM staff_users u WHERE u.school_id = :schoolId AND u.id = :id', { schoolId, id })
  if (!row) throw new Error('The person of a session is gone')
  return row
}

/**
 * Changes the own name of a staff user, as colleagues and the audit log show it. Refuses `changed` where the sign-in was saved since
 * `version`, where that is given.
 */
export function renameSelf(scope: SchoolScope, name: string, version?: number): Promise<Outcome<undefined, 'changed'>> {
  const { schoolId, id } = ownAccount(scope)
  return inTransaction(async () => {
    const person = await StaffUser.findOne({ where: { schoolId, id }, lock: true })
    if (!person || (version !== undefined && person.version !== version)) return refused('changed')
    await person.update({ name, version: person.version + 1 })
    const details = { before: scope.actor.name, name }
    await recordAudit(scope, { action: 'staff.renamed', subject: { kind: 'staff', id }, details })
    return done()
  })
}
