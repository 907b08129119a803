import { execute, insertRows, inTransaction, number, selectRows } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { type RowShapes, readShapes } from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { endedAccount, endUnusedAccounts } from '~/models/people/guardians/end-accounts.server'
import { type DocumentKind, documentKinds } from '~/models/people/students/documents.server'
import { isDue, isDueAdmission, isHeld } from './due.server'
import { type ClassKey, removable } from './field-classes'
import { type ClassFields, fieldsOf, removedValue } from './field-columns.server'
import { findRunning, lockRuns, type RunningRun } from './runs.server'
import {
  beginRemoval,
  changeRows,
  dropRows,
  type Removal,
  sealChanges,
  sealDeletions,
  writeSealed,
} from './seal-removed.server'
import { dropSealedFiles, sealFiles } from './sealed-files.server'

/** Students per transaction, which limits how long a working school waits for locks. */
const atOnce = 50

/** Context of every transaction of a run. */
interface Work {
  scope: SchoolScope
  run: RunningRun
  shapes: RowShapes
}

/**
 * Job of a confirmed run: removes one field class after another, in batches of students, until none is left. Each
 * transaction also seals what it removes for thirty days and records its progress, so that an interrupted run continues
 * where it stopped.
 */
export async function removeData(scope: SchoolScope, runId: number): Promise<void> {
  const run = await findRunning(scope, runId)
  if (!run) return
  const work: Work = { scope, run, shapes: await readShapes() }
  for (const [key] of removable) {
    const until = run.plan[key]
    if (until === undefined) continue
    while (await inTransaction(() => removeOfStudents(work, key, until)));
    while (key === 'admissions' && (await inTransaction(() => removeOfAdmissions(work, until))));
    await sealFiles({ schoolId: scope.schoolId, runId })
  }
  while (await inTransaction(() => forgetAddresses(work)));
  await sealFiles({ schoolId: scope.schoolId, runId })
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

/**
 * Removes the data of one field class from the next batch of students; skips students who are now on hold.
 * @returns whether there may be more
 */
async function removeOfStudents({ scope, run, shapes }: Work, key: ClassKey, until: string): Promise<boolean> {
  const { schoolId } = scope
  await lockRuns(scope)
  const rest = `FROM students s WHERE ${isDue(':key', ':until')} AND NOT ${isHeld}`
  const values = { schoolId, key, until }
  const locked = await selectRows({ id: number('s.id') }, `${rest} ORDER BY s.id LIMIT ${atOnce} FOR UPDATE`, values)
  if (locked.length === 0) return false
  // Checks again: the first statement read other tables as they were at its start. While it waited for its locks, the
  // office may have set a hold, or another worker may have removed the data.
  const due = await selectRows({ id: number('s.id') }, `${rest} AND s.id IN (:locked)`, {
    ...values,
    locked: locked.map(({ id }) => id),
  })
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return true
  const removal = beginRemoval(scope, run, key, shapes)
  await noteRemovals(removal, 'student', ids)
  await removeClass(removal, ids)
  await writeSealed(removal)
  await execute(
    'UPDATE students SET version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:ids)',
    { schoolId, ids },
  )
  return true
}

/**
 * Runs in the caller's transaction: records that this run removed the field class from these people today. Seals and
 * replaces the record of an earlier run.
 */
async function noteRemovals(removal: Removal, owner: 'student' | 'admission', ids: readonly number[]): Promise<void> {
  const { scope, run, classKey, today } = removal
  const { schoolId } = scope
  const condition = `t.school_id = :schoolId AND t.class_key = :classKey AND t.${owner}_id IN (:ids)`
  const values = { schoolId, classKey, ids, runId: run.id, today }
  const earlierRemovals = await selectRows(
    { id: number(`t.${owner}_id`) },
    `FROM retention_removals t WHERE ${condition}`,
    values,
  )
  await changeRows(
    removal,
    { table: 'retention_removals', where: condition, values, owner: `CONCAT('${owner}:', t.${owner}_id)` },
    [
      ['run_id', ':runId'],
      ['removed_on', ':today'],
    ],
  )
  const fresh = ids.filter((id) => !earlierRemovals.some((one) => one.id === id))
  if (fresh.length === 0) return
  await insertRows(
    'retention_removals',
    ['school_id', 'run_id', 'class_key', `${owner}_id`, 'removed_on'],
    fresh.map((id) => [schoolId, run.id, classKey, id, today]),
  )
  const added = await selectRows(
    { id: number('t.id'), of: number(`t.${owner}_id`) },
    `FROM retention_removals t WHERE ${condition} AND t.${owner}_id IN (:fresh)`,
    { ...values, fresh },
  )
  for (const { id, of: whose } of added)
    removal.found.push({
      bundle: `${owner}:${whose}`,
      removed: { table: 'retention_removals', key: { id: `${id}` }, did: 'added', is: { run_id: `${run.id}` } },
    })
}

async function removeOfAdmissions({ scope, run, shapes }: Work, until: string): Promise<boolean> {
  const { schoolId } = scope
  await lockRuns(scope)
  const due = await selectRows(
    { id: number('t.id') },
    `FROM admissions t WHERE ${isDueAdmission(':until')} ORDER BY t.id LIMIT ${atOnce} FOR UPDATE`,
    { schoolId, until },
  )
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return false
  const removal = beginRemoval(scope, run, 'admissions', shapes)
  const values = { schoolId, ids }
  await noteRemovals(removal, 'admission', ids)
  await dropSealedFiles(removal, await removePapers(removal, 'admission_documents', ids, documentKinds))
  await replaceIn(
    removal,
    'admissions',
    fieldsOf('admissions'),
    't.id IN (:ids)',
    ids,
    [],
    "CONCAT('admission:', t.id)",
  )
  await changeRows(
    removal,
    {
      table: 'audit_entries',
      where: `t.school_id = :schoolId AND t.subject_kind IN ('admission', 'applicant') AND t.subject_id IN (:ids)`,
      values,
      owner: "CONCAT('admission:', t.subject_id)",
    },
    [['details', "'{}'"]],
  )
  await writeSealed(removal)
  return true
}

/**
 * Runs in the caller's transaction: removes the data of one field class from these students. Rows stay, except those
 * that need not be recorded, such as drafts.
 */
async function removeClass(removal: Removal, ids: readonly number[]): Promise<void> {
  const { scope, classKey: key } = removal
  const { schoolId } = scope
  const one = fieldsOf(key)
  const condition = 't.school_id = :schoolId AND t.student_id IN (:ids)'
  // Photos and proofs come first: an admission's photo may also be a document, and a file can only be deleted when no
  // row refers to it.
  const files = await clearFileReference(removal, filesOf[key], ids)
  if (one.documents)
    for (const [id, bundle] of await removePapers(removal, 'student_documents', ids, one.documents))
      files.set(id, bundle)
  await dropSealedFiles(removal, files)
  for (const table of one.rows ?? []) await dropRows(removal, { table, where: condition, values: { schoolId, ids } })
  if (key === 'sign_in')
    await dropRows(removal, {
      table: 'device_cookies',
      where: 't.account IN (:accounts)',
      values: { accounts: ids.map((id) => `student:${id}`) },
    })
  const guardians = await unreferencedGuardians(scope, key, ids)
  const accounts = key === 'contact' ? await accountsOf(scope, guardians) : []
  for (const table of Object.keys(one.columns))
    await replaceIn(removal, table, one, reaches[table] ?? condition, ids, guardians)
  if (one.auditFacts) await removeAuditFacts(removal, one.auditFacts, ids, guardians)
  if (key === 'contact') await noteLinks(removal, ids, guardians)
  if (guardians.length > 0 && key === 'contact') await forgetContacts(removal, guardians, accounts)
}

/** Columns of a student's rows that refer to a file, by field class; document scans have their own rows. */
export const filesOf: Partial<Record<ClassKey, { table: string; column: string }>> = {
  photos: { table: 'students', column: 'photo_file_id' },
  payment_notes: { table: 'payments', column: 'proof_file_id' },
  letters: { table: 'consent_decisions', column: 'file_id' },
}

/**
 * Runs in the caller's transaction: clears the file references of these rows.
 * @returns the files, each with its bundle
 */
async function clearFileReference(
  removal: Removal,
  fileColumn: { table: string; column: string } | undefined,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const before = removal.found.length
  if (fileColumn) {
    const { table, column } = fileColumn
    const condition = `t.school_id = :schoolId AND t.${table === 'students' ? 'id' : 'student_id'} IN (:ids) AND t.${column} IS NOT NULL`
    await changeRows(removal, { table, where: condition, values: { schoolId: removal.scope.schoolId, ids } }, [
      [column, 'NULL'],
    ])
  }
  return new Map(
    removal.found
      .slice(before)
      .flatMap(({ bundle, removed }) =>
        removed.did === 'changed' ? [[Number(removed.was[fileColumn?.column ?? '']), bundle] as const] : [],
      ),
  )
}

/** Conditions that find the rows `t` of students in tables where `student_id` is missing or not enough. */
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
  // Grievances of a guardian about no particular child are removed with the guardian's last child.
  grievances: `t.school_id = :schoolId
    AND (t.student_id IN (:ids) OR (t.student_id IS NULL AND t.guardian_id IN (:guardians)))`,
  // Family members share an address: mail to it stays until the last of them is removed. Mail about a breach is found
  // by the affected person, because it may have gone to the family's previous address.
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
  removal: Removal,
  table: string,
  one: ClassFields,
  condition: string,
  ids: readonly number[],
  guardians: readonly number[] = [],
  owner?: string,
): Promise<void> {
  const set = (one.columns[table] ?? []).map((field) => [field.column, removedValue(field)] as const)
  const values = { schoolId: removal.scope.schoolId, ids, guardians: someOf(guardians) }
  await changeRows(removal, { table, where: condition, values, ...(owner ? { owner } : {}) }, set)
}

/** Ids for an IN list, which must not be empty: without ids, the list contains 0, which no row has. */
const someOf = (ids: readonly number[]) => (ids.length > 0 ? ids : [0])

/**
 * Runs in the caller's transaction: deletes document rows.
 * @returns their files, each with its bundle
 */
async function removePapers(
  removal: Removal,
  table: 'student_documents' | 'admission_documents',
  ids: readonly number[],
  kinds: readonly DocumentKind[],
): Promise<Map<number, string>> {
  const owner = table === 'student_documents' ? 'student' : 'admission'
  const rows = await dropRows(removal, {
    table,
    where: `t.school_id = :schoolId AND t.${owner}_id IN (:ids) AND t.kind IN (:kinds)`,
    values: { schoolId: removal.scope.schoolId, ids, kinds },
  })
  return new Map(rows.map((row) => [Number(row.file_id), `${owner}:${row[`${owner}_id`]}`]))
}

/** Field classes that guardians have too, in their own columns or in audit entries about them. */
const classesOfGuardians: readonly ClassKey[] = ['contact', 'letters', 'payment_notes']

/**
 * Those guardians of these students who have no child left with data of this field class. A child who is still at the
 * school, on hold or not due yet keeps the guardian reachable.
 */
async function unreferencedGuardians(
  { schoolId }: SchoolScope,
  key: ClassKey,
  ids: readonly number[],
): Promise<number[]> {
  if (!classesOfGuardians.includes(key)) return []
  const rows = await selectRows(
    { id: number('g.id') },
    `FROM family_guardians g
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

/**
 * Deletes data about mail addresses that no one at the school has, including previous addresses of a family.
 * @returns whether there may be more
 */
async function forgetAddresses({ scope, run, shapes }: Work): Promise<boolean> {
  await lockRuns(scope)
  const nobodyOf = (table: string) =>
    `NOT EXISTS (SELECT 1 FROM ${table} o WHERE o.school_id = t.school_id AND o.email = t.to_address)`
  const removal = beginRemoval(scope, run, 'contact', shapes)
  const droppedRows = await dropRows(removal, {
    table: 'mail_addresses',
    where: `t.school_id = :schoolId AND ${['students', 'family_guardians', 'staff_users', 'admissions'].map(nobodyOf).join(' AND ')}
      ORDER BY t.id LIMIT 200`,
    values: { schoolId: scope.schoolId },
  })
  await writeSealed(removal)
  return droppedRows.length > 0
}

/**
 * Runs in the caller's transaction: records the links between emptied guardians and these students, so that a restore
 * detects a link that has ended since.
 */
async function noteLinks(removal: Removal, ids: readonly number[], guardians: readonly number[]): Promise<void> {
  const links = await selectRows(
    { id: number('l.id'), studentId: number('l.student_id') },
    `FROM guardian_links l
     WHERE l.school_id = :schoolId AND l.student_id IN (:ids) AND l.guardian_id IN (:guardians)`,
    { schoolId: removal.scope.schoolId, ids, guardians: someOf(guardians) },
  )
  for (const { id, studentId } of links)
    removal.found.push({
      bundle: `student:${studentId}`,
      removed: { table: 'guardian_links', key: { id: `${id}` }, did: 'changed', was: {}, is: {} },
    })
}

/** Accounts of these guardians, read before they are unlinked. */
async function accountsOf({ schoolId }: SchoolScope, guardians: readonly number[]): Promise<number[]> {
  const rows = await selectRows(
    { id: number('g.account_id') },
    `FROM family_guardians g
     WHERE g.school_id = :schoolId AND g.id IN (:guardians) AND g.account_id IS NOT NULL`,
    { schoolId, guardians: someOf(guardians) },
  )
  return rows.map(({ id }) => id)
}

/**
 * Runs in the caller's transaction after the fields are emptied: deletes invitations and preferences of these
 * guardians. An account that no school's guardian refers to is emptied and closed, with its sessions (including those
 * opened on a child's pages) and links.
 */
async function forgetContacts(
  removal: Removal,
  guardians: readonly number[],
  accounts: readonly number[],
): Promise<void> {
  const values = { schoolId: removal.scope.schoolId, guardians: someOf(guardians) }
  for (const table of ['guardian_invitations', 'message_preferences'])
    await dropRows(removal, { table, where: 't.school_id = :schoolId AND t.guardian_id IN (:guardians)', values })
  await endUnusedAccounts(accounts, (ending) => noteAccounts(removal, ending))
}

/**
 * Runs in the caller's transaction before accounts are closed: seals the values to be emptied and the rows to be
 * deleted.
 */
async function noteAccounts(removal: Removal, ids: readonly number[]): Promise<void> {
  await sealChanges(
    removal,
    { table: 'guardian_accounts', where: 't.id IN (:ids)', values: { ids } },
    Object.entries(endedAccount),
  )
  const owner = "CONCAT('account:', t.guardian_account_id)"
  for (const table of ['sessions', 'password_resets'])
    await sealDeletions(removal, { table, where: 't.guardian_account_id IN (:ids)', values: { ids }, owner })
  await sealDeletions(removal, {
    table: 'device_cookies',
    where: 't.account IN (:accounts)',
    values: { accounts: ids.map((id) => `guardian:${id}`) },
  })
}

/** Subjects of the audit log other than people: the kind, and the table whose row refers to the student. */
const auditSubjects = [
  ...['admissions', 'certificates', 'dues', 'enrollments', 'hostel_applications', 'orders', 'payments'],
  ...['second_person_requests', 'transport_applications'],
].map((table) => ({ table, kind: table.replace(/s$/, '').replaceAll('_', '-') }))

const auditOwner = `CASE t.subject_kind WHEN 'student' THEN CONCAT('student:', t.subject_id) WHEN 'guardian' THEN CONCAT('guardian:', t.subject_id)
  ${auditSubjects
    .map(
      ({ table, kind }) =>
        `WHEN '${kind}' THEN CONCAT('student:', (SELECT o.student_id FROM ${table} o WHERE o.id = t.subject_id))`,
    )
    .join(' ')} END`

/** Removes these facts from audit entries; who did what, to whom and when stays. */
async function removeAuditFacts(
  removal: Removal,
  facts: readonly string[],
  ids: readonly number[],
  guardians: readonly number[],
): Promise<void> {
  const ofThings = auditSubjects.map(
    ({ table, kind }) => `t.subject_kind = '${kind}' AND t.subject_id IN
      (SELECT o.id FROM ${table} o WHERE o.school_id = :schoolId AND o.student_id IN (:ids))`,
  )
  const ofPeople = ['student', 'guardian'].map(
    (kind) => `t.subject_kind = '${kind}' AND t.subject_id IN (:${kind === 'student' ? 'ids' : 'guardians'})`,
  )
  const ownerCondition = [...ofPeople, ...ofThings].map((one) => `(${one})`).join(' OR ')
  const paths = facts.map((fact) => `'$.${fact}'`).join(', ')
  await changeRows(
    removal,
    {
      table: 'audit_entries',
      where: `t.school_id = :schoolId AND IF(JSON_VALID(t.details), JSON_CONTAINS_PATH(t.details, 'one', ${paths}), 0) AND (${ownerCondition})`,
      values: { schoolId: removal.scope.schoolId, ids, guardians: someOf(guardians) },
      owner: auditOwner,
    },
    [['details', `IF(JSON_VALID(t.details), JSON_REMOVE(t.details, ${paths}), t.details)`]],
  )
}
