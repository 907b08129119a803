import { execute, inTransaction, select, selectOne } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'

/** What the operator of the installation has said to a school: `approved` opens it to the public. */
export type Approval = 'waiting' | 'approved' | 'refused'

export interface RegisteredSchool {
  id: number
  publicId: string
  name: string
  email: string
  address: string
  approval: Approval
  registeredAt: Date
}

export const approvalSql = `CASE WHEN approved_at IS NOT NULL THEN 'approved' WHEN refused_at IS NOT NULL THEN 'refused' ELSE 'waiting' END`
const columns = `id, public_id AS publicId, name, email, address, ${approvalSql} AS approval, created_at AS registeredAt`

/** Schools that the public does not see: those that wait first, the oldest of them on top. */
export function listNotApproved(_system: SystemScope): Promise<RegisteredSchool[]> {
  return select<RegisteredSchool>(
    `SELECT ${columns} FROM schools WHERE approved_at IS NULL ORDER BY refused_at IS NOT NULL, created_at, id`,
    {},
  )
}

export function findRegistered(_system: SystemScope, publicId: string): Promise<RegisteredSchool | null> {
  return selectOne<RegisteredSchool>(`SELECT ${columns} FROM schools WHERE public_id = :publicId`, { publicId })
}

/** The operator's word, which may be taken back: an approved school that is refused leaves the public list, and the other way round. */
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
