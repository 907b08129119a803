import { execute, instant, inTransaction, selectRow, selectRows, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import { School } from './tables.server'

/** The operator's decision on a school; `approved` makes it public. */
export type Approval = 'waiting' | 'approved' | 'refused'

export const approvalSql = `CASE WHEN approved_at IS NOT NULL THEN 'approved' WHEN refused_at IS NOT NULL THEN 'refused' ELSE 'waiting' END`

const registered = {
  ...columnsOf(School, 's', 'id', 'publicId', 'name', 'email', 'address'),
  approval: wordOf<Approval>(approvalSql),
  registeredAt: instant('s.created_at'),
}

/** Lists schools that are not public: waiting ones first, oldest on top. */
export function listNotApproved(_system: SystemScope) {
  return selectRows(
    registered,
    'FROM schools s WHERE approved_at IS NULL ORDER BY refused_at IS NOT NULL, created_at, id',
  )
}

export function findRegistered(_system: SystemScope, publicId: string) {
  return selectRow(registered, 'FROM schools s WHERE public_id = :publicId', { publicId })
}

/**
 * Stores the operator's decision, which can be reversed later: approving makes a school public, refusing removes it
 * from the public list.
 */
export async function decideAboutSchool(scope: SchoolScope, verdict: 'approved' | 'refused'): Promise<void> {
  await inTransaction(async () => {
    await execute(
      verdict === 'approved'
        ? `UPDATE schools SET approved_at = COALESCE(approved_at, UTC_TIMESTAMP(3)), refused_at = NULL WHERE id = :schoolId`
        : `UPDATE schools SET refused_at = COALESCE(refused_at, UTC_TIMESTAMP(3)), approved_at = NULL WHERE id = :schoolId`,
      { schoolId: scope.schoolId },
    )
    await recordAudit(scope, { action: `school.${verdict}`, subject: { kind: 'school', id: scope.schoolId } })
  })
}
