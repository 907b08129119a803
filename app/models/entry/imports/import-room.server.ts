import { number, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockSchool } from '~/models/people/academics/lock-school.server'
import { importRoom } from './options'

const work = {
  isApproved: { sql: 'c.approved_at IS NOT NULL', read: Boolean },
  underWay: number(
    `(SELECT COUNT(*) FROM imports i WHERE i.school_id = c.id AND i.state IN ('checking','running') AND i.updated_at > UTC_TIMESTAMP(3) - INTERVAL 3 HOUR)`,
  ),
}

const facts = {
  ...work,
  isSentAgain: {
    sql: 'EXISTS (SELECT 1 FROM imports i WHERE i.school_id = c.id AND i.form_key = :formKey)',
    read: Boolean,
  },
  keptBytes: number(
    '(SELECT COALESCE(SUM(f.size_bytes), 0) FROM imports i JOIN files f ON f.school_id = i.school_id AND f.id = i.file_id WHERE i.school_id = c.id)',
  ),
}

/**
 * Runs in the caller's transaction: returns the reason to refuse another file of this size, or null; concurrent uploads
 * count each other. `busy`: too many imports are being checked or written; `full`: too many bytes of uploads are
 * stored.
 */
export async function whyNoImport(scope: SchoolScope, bytes: number, formKey: string): Promise<'busy' | 'full' | null> {
  await lockSchool(scope)
  const schoolFacts = await selectRow(facts, 'FROM schools c WHERE c.id = :schoolId', {
    schoolId: scope.schoolId,
    formKey,
  })
  // A form that was submitted twice has already created its import.
  if (!schoolFacts || schoolFacts.isSentAgain) return null
  if (isAtWork(schoolFacts)) return 'busy'
  return schoolFacts.keptBytes + bytes > roomOf(schoolFacts).keptBytes ? 'full' : null
}

/**
 * Runs in the caller's transaction, before it locks the import: returns true when the school's limit of imports being
 * checked or written is reached.
 */
export async function hasImportsEnough(scope: SchoolScope): Promise<boolean> {
  await lockSchool(scope)
  const workload = await selectRow(work, 'FROM schools c WHERE c.id = :schoolId', { schoolId: scope.schoolId })
  return workload !== null && isAtWork(workload)
}

const roomOf = ({ isApproved }: { isApproved: boolean }) => importRoom[isApproved ? 'approved' : 'waiting']
const isAtWork = (workload: { isApproved: boolean; underWay: number }) => workload.underWay >= roomOf(workload).underWay
