import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { School } from './tables.server'

/**
 * Shows another logo from now on, or none (`key` null). Refuses `file-gone` when the picture has been waiting for more than a day.
 * The picture before is forgotten; receipts already made keep it.
 */
export function saveLogo(scope: SchoolScope, key: string | null): Promise<Outcome<undefined, 'file-gone'>> {
  return inTransaction(async () => {
    const before = await selectOne<{ fileId: number | null }>(
      'SELECT logo_file_id AS fileId FROM schools WHERE id = :schoolId FOR UPDATE',
      { schoolId: scope.schoolId },
    )
    const kept = key === null ? [] : await keepReceived(scope, [key], { studentId: null })
    if (kept === null) return refused('file-gone')
    const [logoFileId = null] = kept
    await School.update({ logoFileId }, { where: { id: scope.schoolId } })
    if (before?.fileId) await releaseFiles(scope, [before.fileId])
    const action = logoFileId === null ? 'logo.removed' : 'logo.saved'
    await recordAudit(scope, { action, subject: { kind: 'school', id: scope.schoolId } })
    return done()
  })
}
