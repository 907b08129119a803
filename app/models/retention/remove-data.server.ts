import { execute, insertRows, inTransaction, select } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { dropFiles } from './drop-files.server'
import { isDue, isDueAdmission, isHeld } from './due.server'
import { type ClassKey, removable } from './field-classes'
import { type ClassFields, columnsIn, fieldsOf, replacements } from './field-columns.server'
import { findRunning, type RunningRun } from './runs.server'

/** Students of one statement and one transaction: a school at work waits for no more than these. */
const atOnce = 50

/**
 * The job of a run that was confirmed: class by class, some students at a time, until nobody is left. What is done is noted in the transaction
 * that does it, so that a run whose worker ended goes on where it was.
 */
export async function removeData(scope: SchoolScope, runId: number): Promise<void> {
  const run = await findRunning(scope, runId)
  if (!run) return
  for (const [key] of removable) {
    const until = run.plan[key]
    if (until === undefined) continue
    while (await inTransaction(() => removeOfStudents(scope, run, key, until)));
    while (key === 'admissions' && (await inTransaction(() => removeOfAdmissions(scope, run, until))));
  }
  await inTransaction(async () => {
    const isLast = await execute(
      `UPDATE retention_runs SET state = 'done', finished_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :runId AND state = 'running'`,
      { schoolId: scope.schoolId, runId },
    )
    if (isLast === 1)
      await recordAudit(scope, { action: 'retention.done', subject: { kind: 'retention-run', id: runId } })
  })
}

/** Removes one class of the next students. Whoever is held by now is passed over. @returns whether there may be more */
async function removeOfStudents(scope: SchoolScope, run: RunningRun, key: ClassKey, until: string): Promise<boolean> {
  const { schoolId } = scope
  const due = await select<{ id: number }>(
    `SELECT s.id FROM students s WHERE ${isDue(':key', ':until')} AND NOT ${isHeld} ORDER BY s.id LIMIT ${atOnce} FOR UPDATE`,
    { schoolId, key, until },
  )
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return false
  const today = todayInIndia(new Date())
  await insertRows(
    'retention_removals',
    ['school_id', 'run_id', 'class_key', 'student_id', 'removed_on'],
    ids.map((id) => [schoolId, run.id, key, id, today]),
    'ON DUPLICATE KEY UPDATE run_id = VALUES(run_id), removed_on = VALUES(removed_on)',
  )
  await removeClass(scope, key, ids, until)
  await execute(
    'UPDATE students SET version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:ids)',
    { schoolId, ids },
  )
  return true
}

async function removeOfAdmissions(scope: SchoolScope, run: RunningRun, until: string): Promise<boolean> {
  const { schoolId } = scope
  const due = await select<{ id: number }>(
    `SELECT t.id FROM admissions t WHERE ${isDueAdmission(':until')} ORDER BY t.id LIMIT ${atOnce} FOR UPDATE`,
    { schoolId, until },
  )
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return false
  const today = todayInIndia(new Date())
  await insertRows(
    'retention_removals',
    ['school_id', 'run_id', 'class_key', 'admission_id', 'removed_on'],
    ids.map((id) => [schoolId, run.id, 'admissions', id, today]),
  )
  await removeFiles(scope, 'admission_documents', 't.school_id = :schoolId AND t.admission_id IN (:ids)', ids)
  await replaceIn(scope, 'admissions', fieldsOf('admissions'), 't.id IN (:ids)', ids)
  await execute(
    `UPDATE audit_entries SET details = '{}' WHERE school_id = :schoolId AND subject_kind IN ('admission', 'applicant') AND subject_id IN (:ids)`,
    { schoolId, ids },
  )
  return true
}

/** A step: what one class holds of these students goes; their rows stay, but for those that were no record. */
async function removeClass(scope: SchoolScope, key: ClassKey, ids: readonly number[], until: string): Promise<void> {
  const { schoolId } = scope
  const one = fieldsOf(key)
  const where = 't.school_id = :schoolId AND t.student_id IN (:ids)'
  if (one.documents)
    await removeFiles(scope, 'student_documents', `${where} AND t.kind IN (:kinds)`, ids, one.documents)
  if (key === 'photos') await removePhotos(scope, ids)
  if (key === 'payment_notes') await removeProofs(scope, ids)
  for (const table of one.rows ?? [])
    await execute(`DELETE FROM ${table} WHERE school_id = :schoolId AND student_id IN (:ids)`, { schoolId, ids })
  const accounts = key === 'contact' ? await accountsOf(scope, ids) : []
  for (const table of Object.keys(one.columns)) await replaceIn(scope, table, one, reaches[table] ?? where, ids, until)
  if (accounts.length > 0) await emptyAccounts(accounts)
  if (one.auditFacts) await removeAuditFacts(scope, one.auditFacts, ids)
}

/** How the rows `t` of students are found where they have no column of theirs. */
const reaches: Readonly<Record<string, string>> = {
  students: 't.school_id = :schoolId AND t.id IN (:ids)',
  refunds:
    't.school_id = :schoolId AND t.payment_id IN (SELECT p.id FROM payments p WHERE p.school_id = :schoolId AND p.student_id IN (:ids))',
  quiz_answers:
    't.attempt_id IN (SELECT a.id FROM quiz_attempts a WHERE a.school_id = :schoolId AND a.student_id IN (:ids))',
  // A guardian with another child at the school, or one who left later, is still to be reached.
  family_guardians: `t.school_id = :schoolId
    AND t.id IN (SELECT l.guardian_id FROM guardian_links l WHERE l.school_id = :schoolId AND l.student_id IN (:ids))
    AND NOT EXISTS (SELECT 1 FROM guardian_links o JOIN students s ON s.id = o.student_id
      WHERE o.school_id = t.school_id AND o.guardian_id = t.id AND NOT (s.status = 'left' AND s.left_on <= :until))`,
  message_attempts:
    't.message_id IN (SELECT m.id FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.student_id IN (:ids))',
  grievance_entries:
    't.grievance_id IN (SELECT g.id FROM grievances g WHERE g.school_id = :schoolId AND g.student_id IN (:ids))',
  // Brothers and sisters share an address; what was written to it stays until the last of them is gone.
  outgoing_mail: `t.school_id = :schoolId AND t.state <> 'waiting'
    AND t.to_address IN (SELECT s.email FROM students s WHERE s.school_id = :schoolId AND s.id IN (:ids))
    AND NOT EXISTS (SELECT 1 FROM students o WHERE o.school_id = :schoolId AND o.email = t.to_address AND o.id NOT IN (:ids))
    AND NOT EXISTS (SELECT 1 FROM staff_users u WHERE u.school_id = :schoolId AND u.email = t.to_address)`,
}

async function replaceIn(
  { schoolId }: SchoolScope,
  table: string,
  one: ClassFields,
  where: string,
  ids: readonly number[],
  until = '',
): Promise<void> {
  const set = columnsIn(one.columns[table] ?? '').map(
    ([column, replacement]) =>
      `t.${column} = ${replacement === null ? 'NULL' : replacements[replacement].replace(':column', `t.${column}`)}`,
  )
  await execute(`UPDATE ${table} t SET ${set.join(', ')} WHERE ${where}`, { schoolId, ids, until })
}

/** Rows of papers with their files and small twins; the bytes go once that is certain (what a crash leaves, the sweep finds). */
async function removeFiles(
  scope: SchoolScope,
  table: 'student_documents' | 'admission_documents',
  where: string,
  ids: readonly number[],
  kinds: readonly string[] = [],
): Promise<void> {
  const values = { schoolId: scope.schoolId, ids, kinds: kinds.length > 0 ? kinds : [''] }
  const files = await select<{ id: number }>(`SELECT t.file_id AS id FROM ${table} t WHERE ${where}`, values)
  await execute(`DELETE t FROM ${table} t WHERE ${where}`, values)
  await dropFiles(
    scope,
    files.map(({ id }) => id),
  )
}

async function removePhotos(scope: SchoolScope, ids: readonly number[]): Promise<void> {
  const values = { schoolId: scope.schoolId, ids }
  const files = await select<{ id: number }>(
    'SELECT photo_file_id AS id FROM students WHERE school_id = :schoolId AND id IN (:ids) AND photo_file_id IS NOT NULL',
    values,
  )
  await execute('UPDATE students SET photo_file_id = NULL WHERE school_id = :schoolId AND id IN (:ids)', values)
  await dropFiles(
    scope,
    files.map(({ id }) => id),
  )
}

async function removeProofs(scope: SchoolScope, ids: readonly number[]): Promise<void> {
  const values = { schoolId: scope.schoolId, ids }
  const files = await select<{ id: number }>(
    'SELECT proof_file_id AS id FROM payments WHERE school_id = :schoolId AND student_id IN (:ids) AND proof_file_id IS NOT NULL',
    values,
  )
  await execute('UPDATE payments SET proof_file_id = NULL WHERE school_id = :schoolId AND student_id IN (:ids)', values)
  await dropFiles(
    scope,
    files.map(({ id }) => id),
  )
}

/** Accounts of these students' guardians. */
async function accountsOf({ schoolId }: SchoolScope, ids: readonly number[]): Promise<number[]> {
  const rows = await select<{ id: number }>(
    `SELECT DISTINCT g.account_id AS id FROM guardian_links l JOIN family_guardians g ON g.school_id = l.school_id AND g.id = l.guardian_id
     WHERE l.school_id = :schoolId AND l.student_id IN (:ids) AND g.account_id IS NOT NULL`,
    { schoolId, ids },
  )
  return rows.map(({ id }) => id)
}

/** Empties those of them that no school's guardian points at any more. */
async function emptyAccounts(ids: readonly number[]): Promise<void> {
  await execute(
    `UPDATE guardian_accounts t SET t.name = 'Removed', t.mobile_number = NULL, t.email = NULL, t.language = NULL, t.password_hash = '',
       t.status = 'inactive', t.updated_at = UTC_TIMESTAMP(3)
     WHERE t.id IN (:ids) AND NOT EXISTS (SELECT 1 FROM family_guardians g WHERE g.account_id = t.id)`,
    { ids },
  )
}

/** What the audit log tells of, and where its student stands. */
const told = [
  ...['admissions', 'certificates', 'dues', 'enrollments', 'hostel_applications', 'orders', 'payments'],
  'transport_applications',
].map((table) => ({ table, kind: table.replace(/s$/, '').replaceAll('_', '-') }))

/** Entries stay, with who did what to whom and when; these facts of theirs go. */
async function removeAuditFacts({ schoolId }: SchoolScope, facts: readonly string[], ids: readonly number[]) {
  const ofThings = told.map(
    ({ table, kind }) => `subject_kind = '${kind}' AND subject_id IN
      (SELECT o.id FROM ${table} o WHERE o.school_id = :schoolId AND o.student_id IN (:ids))`,
  )
  const whose = [`subject_kind = 'student' AND subject_id IN (:ids)`, ...ofThings].map((one) => `(${one})`).join(' OR ')
  await execute(
    `UPDATE audit_entries SET details = JSON_REMOVE(details, ${facts.map((fact) => `'$.${fact}'`).join(', ')})
     WHERE school_id = :schoolId AND JSON_VALID(details) AND (${whose})`,
    { schoolId, ids },
  )
}
