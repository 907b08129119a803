import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { findSettings } from '~/models/schools/settings.server'
import { SchoolSettings } from '~/models/schools/tables.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { StaffRole } from './permissions'

/** The roles of which the school demands a second factor. */
export async function findFactorRoles(scope: SchoolScope): Promise<StaffRole[]> {
  return (await findSettings(scope)).factorRoles as StaffRole[]
}

/** Demands it of these roles and no others. Whoever has none is led to set it up at the next request, also who is signed in. */
export function demandSecondFactor(scope: SchoolScope, roles: readonly StaffRole[]): Promise<void> {
  const factorRoles = [...new Set(roles)].join(',')
  return inTransaction(async () => {
    await SchoolSettings.upsert({ schoolId: scope.schoolId, factorRoles })
    const entry = {
      action: 'second-factor.demanded',
      subject: { kind: 'school', id: scope.schoolId },
      details: { roles: factorRoles },
    }
    await recordAudit(scope, entry)
  })
}
