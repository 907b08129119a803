import { execute, insertRows, inTransaction, select } from '~/database/database.server'
import { forgetDevicesOf } from '~/models/accounts/devices.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { endUnusedAccounts } from '~/models/guardians/end-accounts.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type DocumentKind, documentKinds } from '~/models/students/documents.server'
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
  await forgetAddresses(scope)
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
  const rest = `FROM students s WHERE ${isDue(':key', ':until')} AND NOT ${isHeld}`
  const values = { schoolId, key, until }
  const locked = await select<{ id: number }>(`SELECT s.id ${rest} ORDER BY s.id LIMIT ${atOnce} FOR UPDATE`, values)
  if (locked.length === 0) return false
  // While this waited for a lock, the office may have held somebody, or another worker may have been faster: conditions on other tables are
  // only as new as the statement.
  const due = await select<{ id: number }>(`SELECT s.id ${rest} AND s.id IN (:locked)`, {
    ...values,
    locked: locked.map(({ id }) => id),
  })
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return true
  const today = todayInIndia(new Date())
  await insertRows(
    'retention_removals',
    ['school_id', 'run_id', 'class_key', 'student_id', 'removed_on'],
    ids.map((id) => [schoolId, run.id, key, id, today]),
    'ON DUPLICATE KEY UPDATE run_id = VALUES(run_id), removed_on = VALUES(removed_on)',
  )
  await removeClass(scope, key, ids)
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
    'ON DUPLICATE KEY UPDATE run_id = VALUES(run_id), removed_on = VALUES(removed_on)',
  )
  await dropFiles(scope, await removePapers(scope, 'admission_documents', ids, documentKinds))
  await replaceIn(scope, 'admissions', fieldsOf('admissions'), 't.id IN (:ids)', ids)
  await execute(
    `UPDATE audit_entries SET details = '{}' WHERE school_id = :schoolId AND subject_kind IN ('admission', 'applicant') AND subject_id IN (:ids)`,
    { schoolId, ids },
  )
  return true
}

/** A step: what one class holds of these students goes; their rows stay, but for those that were no record. */
async function removeClass(scope: SchoolScope, key: ClassKey, ids: readonly number[]): Promise<void> {
  const { schoolId } = scope
  const one = fieldsOf(key)
  const where = 't.school_id = :schoolId AND t.student_id IN (:ids)'
  // Pictures and proofs first: the photo that came with an admission is one of the documents as well, and no file goes that a row points at.
  const files = await letGo(scope, filesOf[key], ids)
  if (one.documents) files.push(...(await removePapers(scope, 'student_documents', ids, one.documents)))
  await dropFiles(scope, files)
  for (const table of one.rows ?? [])
    await execute(`DELETE FROM ${table} WHERE school_id = :schoolId AND student_id IN (:ids)`, { schoolId, ids })
  if (key === 'sign_in') await forgetDevicesOf('student', ids)
  const guardians = await guardiansOfNobody(scope, key, ids)
  const accounts = key === 'contact' ? await accountsOf(scope, guardians) : []
  for (const table of Object.keys(one.columns))
    await replaceIn(scope, table, one, reaches[table] ?? where, ids, guardians)
  if (one.auditFacts) await removeAuditFacts(scope, one.auditFacts, ids, guardians)
  if (guardians.length > 0 && key === 'contact') await forgetContacts(scope, guardians, accounts)
}

/** Columns of a student's rows that point at a file, by class; scans of documents have rows of their own. */
export const filesOf: Partial<Record<ClassKey, { table: string; column: string }>> = {
  photos: { table: 'students', column: 'photo_file_id' },
  payment_notes: { table: 'payments', column: 'proof_file_id' },
  letters: { table: 'consent_decisions', column: 'file_id' },
}

/** A step: these rows point at no file any more. @returns the files */
async function letGo(
  { schoolId }: SchoolScope,
  place: { table: string; column: string } | undefined,
  ids: readonly number[],
): Promise<number[]> {
  if (!place) return []
  const { table, column } = place
  const where = `WHERE t.school_id = :schoolId AND t.${table === 'students' ? 'id' : 'student_id'} IN (:ids) AND t.${column} IS NOT NULL`
  const files = await select<{ id: number }>(`SELECT t.${column} AS id FROM ${table} t ${where}`, { schoolId, ids })
  await execute(`UPDATE ${table} t SET t.${column} = NULL ${where}`, { schoolId, ids })
  return files.map(({ id }) => id)
}

/** How the rows `t` of students are found where they have no column of theirs. */
const reaches: Readonly<Record<string, string>> = {
  students: 't.school_id = :schoolId AND t.id IN (:ids)',
  refunds:
    't.school_id = :schoolId AND t.payment_id IN (SELECT p.id FROM payments p WHERE p.school_id = :schoolId AND p.student_id IN (:ids))',
  quiz_answers:
    't.attempt_id IN (SELECT a.id FROM quiz_attempts a WHERE a.school_id = :schoolId AND a.student_id IN (:ids))',
  family_guardians: 't.school_id = :schoolId AND t.id IN (:guardians)',
  message_attempts:
    't.message_id IN (SELECT m.id FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.student_id IN (:ids))',
  grievance_entries: `t.grievance_id IN (SELECT g.id FROM grievances g WHERE g.school_id = :schoolId
      AND (g.student_id IN (:ids) OR (g.student_id IS NULL AND g.guardian_id IN (:guardians))))`,
  // What a guardian wrote about no child of theirs goes with the last child.
  grievances: `t.school_id = :schoolId
    AND (t.student_id IN (:ids) OR (t.student_id IS NULL AND t.guardian_id IN (:guardians)))`,
  // Families share an address; what was written to it stays until the last of them is gone. Mails of a breach are kept with it, and may have gone
  // to an address that the family had before.
  outgoing_mail: `t.school_id = :schoolId AND t.state <> 'waiting'
    AND (t.breach_person_id IN (SELECT p.id FROM breach_people p WHERE p.school_id = :schoolId AND p.student_id IN (:ids))
      OR t.to_address IN (SELECT s.email FROM students s WHERE s.school_id = :schoolId AND s.id IN (:ids))
      OR t.to_address IN (SELECT g.email FROM family_guardians g WHERE g.school_id = :schoolId AND g.id IN (:guardians)))
    AND NOT EXISTS (SELECT 1 FROM students o WHERE o.school_id = :schoolId AND o.email = t.to_address AND o.id NOT IN (:ids))
    AND NOT EXISTS (SELECT 1 FROM family_guardians o
      WHERE o.school_id = :schoolId AND o.email = t.to_address AND o.id NOT IN (:guardians))
    AND NOT EXISTS (SELECT 1 FROM staff_users u WHERE u.school_id = :schoolId AND u.email = t.to_address)`,
}

async function replaceIn(
  { schoolId }: SchoolScope,
  table: string,
  one: ClassFields,
  where: string,
  ids: readonly number[],
  guardians: readonly number[] = [],
): Promise<void> {
  const set = columnsIn(one.columns[table] ?? '').map(
    ([column, replacement]) =>
      `t.${column} = ${replacement === null ? 'NULL' : replacements[replacement].replace(':column', `t.${column}`)}`,
  )
  await execute(`UPDATE ${table} t SET ${set.join(', ')} WHERE ${where}`, {
    schoolId,
    ids,
    guardians: someOf(guardians),
  })
}

/** A list for IN, which takes no empty one; no row has the number 0. */
const someOf = (ids: readonly number[]) => (ids.length > 0 ? ids : [0])

/** A step: rows of papers go. @returns their files */
async function removePapers(
  { schoolId }: SchoolScope,
  table: 'student_documents' | 'admission_documents',
  ids: readonly number[],
  kinds: readonly DocumentKind[],
): Promise<number[]> {
  const owner = table === 'student_documents' ? 'student_id' : 'admission_id'
  const where = `WHERE t.school_id = :schoolId AND t.${owner} IN (:ids) AND t.kind IN (:kinds)`
  const files = await select<{ id: number }>(`SELECT t.file_id AS id FROM ${table} t ${where}`, {
    schoolId,
    ids,
    kinds,
  })
  await execute(`DELETE t FROM ${table} t ${where}`, { schoolId, ids, kinds })
  return files.map(({ id }) => id)
}

/**
 * Guardians of these students of whose every child this class has been removed by now; one with a child at the school, one who is held, or one
 * who left later, is still to be reached.
 */
async function guardiansOfNobody({ schoolId }: SchoolScope, key: ClassKey, ids: readonly number[]): Promise<number[]> {
  if (key !== 'contact' && key !== 'letters') return []
  const rows = await select<{ id: number }>(
    `SELECT g.id FROM family_guardians g
     WHERE g.school_id = :schoolId
       AND g.id IN (SELECT l.guardian_id FROM guardian_links l WHERE l.school_id = :schoolId AND l.student_id IN (:ids))
       AND NOT EXISTS (SELECT 1 FROM guardian_links o JOIN students s ON s.id = o.student_id
         WHERE o.school_id = g.school_id AND o.guardian_id = g.id AND NOT (s.status = 'left' AND EXISTS (
           SELECT 1 FROM retention_removals r WHERE r.school_id = s.school_id AND r.student_id = s.id AND r.class_key = :key
             AND r.removed_on >= s.left_on)))
     ORDER BY g.id FOR UPDATE`,
    { schoolId, key, ids },
  )
  return rows.map(({ id }) => id)
}

/** What is known of an address goes when nobody at the school has it, also one that a family had before. */
async function forgetAddresses({ schoolId }: SchoolScope): Promise<void> {
  const nobodyOf = (table: string) =>
    `NOT EXISTS (SELECT 1 FROM ${table} o WHERE o.school_id = t.school_id AND o.email = t.to_address)`
  await execute(
    `DELETE t FROM mail_addresses t
     WHERE t.school_id = :schoolId AND ${['students', 'family_guardians', 'staff_users', 'admissions'].map(nobodyOf).join(' AND ')}`,
    { schoolId },
  )
}

/** Accounts of these guardians, before they are unlinked. */
async function accountsOf({ schoolId }: SchoolScope, guardians: readonly number[]): Promise<number[]> {
  const rows = await select<{ id: number }>(
    `SELECT g.account_id AS id FROM family_guardians g
     WHERE g.school_id = :schoolId AND g.id IN (:guardians) AND g.account_id IS NOT NULL`,
    { schoolId, guardians: someOf(guardians) },
  )
  return rows.map(({ id }) => id)
}

/**
 * A step after the fields: invitations and choices of these guardians go. An account that no school's guardian points at is emptied and ended,
 * with its sessions (a child's page that is open from one ends with it) and links.
 */
async function forgetContacts(
  { schoolId }: SchoolScope,
  guardians: readonly number[],
  accounts: readonly number[],
): Promise<void> {
  const values = { schoolId, guardians: someOf(guardians) }
  for (const table of ['guardian_invitations', 'message_preferences'])
    await execute(`DELETE FROM ${table} WHERE school_id = :schoolId AND guardian_id IN (:guardians)`, values)
  await endUnusedAccounts(accounts)
}

/** What the audit log tells of, and where its student stands. */
const told = [
  ...['admissions', 'certificates', 'dues', 'enrollments', 'hostel_applications', 'orders', 'payments'],
  'transport_applications',
].map((table) => ({ table, kind: table.replace(/s$/, '').replaceAll('_', '-') }))

/** Entries stay, with who did what to whom and when; these facts of theirs go. */
async function removeAuditFacts(
  { schoolId }: SchoolScope,
  facts: readonly string[],
  ids: readonly number[],
  guardians: readonly number[],
): Promise<void> {
  const ofThings = told.map(
    ({ table, kind }) => `subject_kind = '${kind}' AND subject_id IN
      (SELECT o.id FROM ${table} o WHERE o.school_id = :schoolId AND o.student_id IN (:ids))`,
  )
  const ofPeople = ['student', 'guardian'].map(
    (kind) => `subject_kind = '${kind}' AND subject_id IN (:${kind === 'student' ? 'ids' : 'guardians'})`,
  )
  const whose = [...ofPeople, ...ofThings].map((one) => `(${one})`).join(' OR ')
  await execute(
    `UPDATE audit_entries SET details = JSON_REMOVE(details, ${facts.map((fact) => `'$.${fact}'`).join(', ')})
     WHERE school_id = :schoolId AND JSON_VALID(details) AND (${whose})`,
    { schoolId, ids, guardians: someOf(guardians) },
  )
}
