import { number, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockSchool } from '~/models/people/academics/lock-school.server'
import { importQuotas } from './options'

const activeColumns = {
  isApproved: { sql: 'c.approved_at IS NOT NULL', read: Boolean },
  activeImports: number(
    `(SELECT COUNT(*) FROM imports i WHERE i.school_id = c.id AND i.state IN ('checking','running') AND i.updated_at > UTC_TIMESTAMP(3) - INTERVAL 3 HOUR)`,
  ),
}

const uploadColumns = {
  ...activeColumns,
  isResubmitted: {
    sql: 'EXISTS (SELECT 1 FROM imports i WHERE i.school_id = c.id AND i.form_key = :formKey)',
    read: Boolean,
  },
  storedBytes: number(
    '(SELECT COALESCE(SUM(f.size_bytes), 0) FROM imports i JOIN files f ON f.school_id = i.school_id AND f.id = i.file_id WHERE i.school_id = c.id)',
  ),
}

/**
 * Runs in the caller's transaction: checks the school's import quotas for a further upload of `bytes`; null when it
 * fits. Concurrent uploads of a school wait for each other. Refuses `busy` (too many imports are being checked or
 * written) and `full` (too many bytes of uploads are stored).
 */
export async function findQuotaRefusal(
  scope: SchoolScope,
  bytes: number,
  formKey: string,
): Promise<'busy' | 'full' | null> {
  await lockSchool(scope)
  const usage = await selectRow(uploadColumns, 'FROM schools c WHERE c.id = :schoolId', {
    schoolId: scope.schoolId,
    formKey,
  })
  // A form that was submitted twice has already created its import.
  if (!usage || usage.isResubmitted) return null
  if (hasReachedActiveQuota(usage)) return 'busy'
  return usage.storedBytes + bytes > quotasOf(usage).storedBytes ? 'full' : null
}

/**
 * Runs in the caller's transaction: returns true when the school's quota of imports being checked or written is used
 * up. Call it before locking the import.
 */
export async function isImportLimitReached(scope: SchoolScope): Promise<boolean> {
  await lockSchool(scope)
  const usage = await selectRow(activeColumns, 'FROM schools c WHERE c.id = :schoolId', { schoolId: scope.schoolId })
  return usage !== null && hasReachedActiveQuota(usage)
}

const quotasOf = ({ isApproved }: { isApproved: boolean }) => importQuotas[isApproved ? 'approved' : 'waiting']

const hasReachedActiveQuota = (usage: { isApproved: boolean; activeImports: number }) =>
  usage.activeImports >= quotasOf(usage).activeImports
