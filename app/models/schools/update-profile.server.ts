import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ProfileFields } from './schema'
import { School } from './tables.server'

/** Changes how the school is called and reached. Receipts already issued keep the old name. */
export function updateProfile(scope: SchoolScope, fields: ProfileFields): Promise<void> {
  return inTransaction(async (tx) => {
    await School.update(fields, { where: { id: scope.schoolId }, transaction: tx })
    await recordAudit(
      scope,
      { action: 'school.updated', subject: { kind: 'school', id: scope.schoolId }, details: { name: fields.name } },
      tx,
    )
  })
}
