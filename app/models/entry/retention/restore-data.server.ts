import {
  afterCommit,
  execute,
  exists,
  insertRows,
  inTransaction,
  number,
  numberOrNull,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { type RowShapes, readShapes, shapeOf } from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'
import { decryptOrNull } from '~/services/secrets/secrets.server'
import { fileStore } from '~/services/storage/file-store.server'
import type { ClassKey } from './field-classes'
import { restorableDays, type SkipReason } from './options'
import { type Obstacle, type Part, type Plan, planRestore } from './restore-plan.server'
import { isBusy, lockRuns } from './runs.server'
import { addressBundle, removalContext } from './seal-removed.server'
import { lockSealedFiles, openFile, type SealedFile } from './sealed-files.server'

/** Earliest removal day (IST, `YYYY-MM-DD`) that can still be restored. */
export const firstRestorable = () => addDays(todayInIndia(new Date()), -restorableDays)

type Refusal = SkipReason | 'nothing-sealed'
type RestoreOutcome =
  | Outcome<undefined, Exclude<Refusal, 'in-the-way'>>
  | { ok: false; reason: 'in-the-way'; obstacles: Obstacle[] }

/** Unit of a restore: the data of a student, an admission or an address that one run removed. */
interface Restorable {
  runId: number
  /** Key such as `student:12`; see `sealed_removals`. */
  bundle: string
}

/**
 * Runs in the caller's transaction: restores exactly the data of one student that one run removed, and what was removed
 * of guardians, their accounts and mails; deletes the sealed copy. All or nothing: refuses `later-run`, `too-late`,
 * `cannot-open`, `nothing-sealed`, and, unless `keepNewer` is set, `in-the-way` with the obstacles.
 */
export async function restoreBundle(
  scope: SchoolScope,
  restorable: Restorable,
  { keepNewer = false, shapes }: { keepNewer?: boolean; shapes?: RowShapes } = {},
): Promise<RestoreOutcome> {
  await lockRuns(scope)
  const outcome = await findParts(scope, restorable)
  if (!outcome.ok) return outcome
  const parts = outcome.value
  const rowShapes = shapes ?? (await readShapes())
  const plan = await planRestore(rowShapes, parts, await lastFourSince(scope))
  if (plan.obstacles.some(({ because }) => because === 'later-run')) return refused('later-run')
  if (plan.obstacles.length > 0 && !keepNewer) return { ok: false, reason: 'in-the-way', obstacles: plan.obstacles }
  await write(scope, rowShapes, plan, parts)
  return (await putFilesBack(scope.schoolId, parts, plan)) ? done(undefined) : refused('cannot-open')
}

/** Lists the obstacles to a restore of one student, without changing anything. */
export async function listObstacles(scope: SchoolScope, restorable: Restorable): Promise<Obstacle[]> {
  const looked: { obstacles: Obstacle[] } = { obstacles: [] }
  await inTransaction(async () => {
    const outcome = await findParts(scope, restorable)
    if (!outcome.ok) return
    const plan = await planRestore(await readShapes(), outcome.value, await lastFourSince(scope))
    looked.obstacles = plan.obstacles
  })
  return looked.obstacles
}

const sealedRow = {
  id: number('t.id'),
  classKey: wordOf<ClassKey>('t.class_key'),
  bundle: text('t.bundle'),
  sealNumber: number('t.seal_number'),
  sealed: text('t.sealed'),
}

async function readSealed(
  scope: SchoolScope,
  condition: string,
  values: Record<string, string | number | readonly string[]>,
) {
  return selectRows(
    sealedRow,
    `FROM sealed_removals t WHERE t.school_id = :schoolId AND t.removed_on >= :first AND ${condition} ORDER BY t.id FOR UPDATE`,
    { schoolId: scope.schoolId, first: firstRestorable(), ...values },
  )
}

/**
 * Collects all that must be restored together: this run's removals of the bundle, and the removals by any run of the
 * guardians, accounts and addresses that belong to it.
 */
async function findParts(
  scope: SchoolScope,
  { runId, bundle }: Restorable,
): Promise<Outcome<Part[], 'nothing-sealed' | 'too-late' | 'cannot-open'>> {
  const sealedRows = await readSealed(scope, 't.run_id = :runId AND t.bundle = :bundle', { runId, bundle })
  if (sealedRows.length === 0)
    return refused((await isSealed(scope, { runId, bundle })) ? 'too-late' : 'nothing-sealed')
  // Restores nothing if a part is too old: an interrupted run may have removed it a day earlier.
  if (await hasPart(scope, { runId, bundle })) return refused('too-late')
  const parts: Part[] = []
  const studentId = bundle.startsWith('student:') ? Number(bundle.slice('student:'.length)) : null
  let next = sealedRows
  const bundlesRead = new Set([bundle])
  while (next.length > 0) {
    for (const row of next) {
      const text = decryptOrNull(row.sealed, removalContext(row.sealNumber))
      if (text === null) return refused('cannot-open')
      parts.push({ id: row.id, classKey: row.classKey, bundle: row.bundle, removed: JSON.parse(text) })
    }
    const more = (await bundlesOf(scope, parts, studentId)).filter((one) => !bundlesRead.has(one))
    for (const one of more) bundlesRead.add(one)
    next = more.length > 0 ? await readSealed(scope, 't.bundle IN (:more)', { more }) : []
  }
  return { ok: true, value: parts }
}

const isSealed = ({ schoolId }: SchoolScope, restorable: Restorable) =>
  exists('FROM sealed_removals WHERE school_id = :schoolId AND run_id = :runId AND bundle = :bundle', {
    schoolId,
    ...restorable,
  })

/** Returns whether the run removed part of a person's data too long ago, while the rest could still be restored. */
async function hasPart({ schoolId }: SchoolScope, { runId, bundle }: Restorable): Promise<boolean> {
  const [of, id] = bundle.split(':')
  if (of !== 'student' && of !== 'admission') return false
  return exists(
    `FROM retention_removals
     WHERE school_id = :schoolId AND run_id = :runId AND ${of}_id = :id AND removed_on < :first`,
    { schoolId, runId, id: Number(id), first: firstRestorable() },
  )
}

/** Bundles that belong to the decrypted parts: the student's guardians, their accounts, and the addresses of all. */
async function bundlesOf(
  { schoolId }: SchoolScope,
  parts: readonly Part[],
  studentId: number | null,
): Promise<string[]> {
  if (studentId === null) return []
  const people = await selectRows(
    { id: number('g.id'), accountId: numberOrNull('g.account_id'), email: textOrNull('g.email') },
    `FROM guardian_links l JOIN family_guardians g ON g.id = l.guardian_id
     WHERE l.school_id = :schoolId AND l.student_id = :studentId`,
    { schoolId, studentId },
  )
  const student = await selectRow({ email: textOrNull('email') }, 'FROM students WHERE id = :studentId', { studentId })
  const was = parts.flatMap(({ removed }) => removed.flatMap((one) => ('was' in one ? [one.was] : [])))
  const accounts = [...people.map(({ accountId }) => accountId), ...was.map(({ account_id: id }) => id)]
  const emails = [student?.email, ...people.map(({ email }) => email), ...was.map(({ email }) => email)]
  return [
    ...people.map(({ id }) => `guardian:${id}`),
    ...accounts.flatMap((id) => (id == null ? [] : [`account:${id}`])),
    ...emails.flatMap((email) => (email == null || email === '' ? [] : [addressBundle(email)])),
  ]
}

async function write(scope: SchoolScope, shapes: RowShapes, plan: Plan, parts: readonly Part[]): Promise<void> {
  const { schoolId } = scope
  for (const { table, key } of plan.deletions) {
    const { sql, values } = conditionOf(shapes, table, key)
    await execute(`DELETE t FROM ${table} t WHERE ${sql}`, { schoolId, ...values })
  }
  for (const { table, rows } of together(plan.insertions)) {
    const columns = Object.keys(rows[0] ?? {})
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null))
    await insertRows(
      table,
      columns.map((name) => `\`${name}\``),
      cells,
    )
  }
  for (const { table, key, set } of plan.changes) {
    const { sql, values } = conditionOf(shapes, table, key)
    const sets = Object.keys(set).map((column) => `t.\`${column}\` = :set_${column}`)
    const newValues = Object.fromEntries(Object.entries(set).map(([column, value]) => [`set_${column}`, value]))
    await execute(`UPDATE ${table} t SET ${sets.join(', ')} WHERE ${sql}`, { schoolId, ...values, ...newValues })
  }
  // Increases the version, so that forms opened before the restore are refused.
  const ids = (kind: string) =>
    [...new Set(parts.map(({ bundle }) => bundle))].flatMap((one) =>
      one.startsWith(kind) ? [Number(one.slice(kind.length))] : [],
    )
  for (const [table, kind] of [
    ['students', 'student:'],
    ['family_guardians', 'guardian:'],
  ] as const) {
    const touched = ids(kind)
    if (touched.length > 0)
      await execute(
        `UPDATE ${table} SET version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:touched)`,
        { schoolId, touched },
      )
  }
  await execute('DELETE FROM sealed_removals WHERE school_id = :schoolId AND id IN (:ids)', {
    schoolId,
    ids: parts.map(({ id }) => id),
  })
}

/** Groups consecutive rows of one table, at most fifty, because a row may be long. */
function together(insertions: Plan['insertions']) {
  const groups: Array<{ table: string; rows: Array<Readonly<Record<string, string | null>>> }> = []
  for (const { table, row } of insertions) {
    const last = groups.at(-1)
    if (last?.table === table && last.rows.length < 50) last.rows.push(row)
    else groups.push({ table, rows: [row] })
  }
  return groups
}

function conditionOf(shapes: RowShapes, table: string, key: Readonly<Record<string, string | null>>) {
  const { primaryKey } = shapeOf(shapes, table)
  return {
    sql: primaryKey.map((name) => `t.\`${name}\` = :key_${name}`).join(' AND '),
    values: Object.fromEntries(primaryKey.map((name) => [`key_${name}`, key[name] ?? null])),
  }
}

/**
 * Comes last in a restore: writes the files' bytes back to their original keys; deletes the sealed copies after the
 * commit.
 * @returns whether all files could be decrypted
 */
async function putFilesBack(schoolId: number, parts: readonly Part[], { leftFiles }: Plan): Promise<boolean> {
  const types = new Map<number, string>()
  for (const { removed } of parts)
    for (const one of removed)
      if (one.table === 'files' && one.did === 'deleted') types.set(Number(one.was.id), String(one.was.content_type))
  const sealed = await lockSealedFiles(schoolId, [...types.keys()])
  if (sealed.length === 0) return true
  await execute('DELETE FROM sealed_files WHERE school_id = :schoolId AND file_id IN (:ids)', {
    schoolId,
    ids: sealed.map(({ id }) => id),
  })
  const written: string[] = []
  for (const file of sealed.filter(({ id }) => !leftFiles.includes(id))) {
    if (!(await openFile(file, types.get(file.id) ?? ''))) {
      for (const key of written) await fileStore().remove(key)
      return false
    }
    if (file.sealedKey !== null) written.push(file.key)
  }
  afterCommit(() => dropSealedBytes(sealed, leftFiles))
  return true
}

async function dropSealedBytes(sealed: readonly SealedFile[], leftFiles: readonly number[]): Promise<void> {
  for (const { id, key, sealedKey } of sealed) {
    if (sealedKey !== null) await fileStore().remove(sealedKey)
    if (leftFiles.includes(id)) await fileStore().remove(key)
  }
}

/**
 * Restores the data of one student that a run removed, and puts the student on hold with this reason; otherwise the
 * next run would remove the data again. Refuses as `restoreBundle` does, and `running` while a run or its restore is in
 * progress.
 */
export function restoreStudent(
  scope: SchoolScope,
  { runId, studentId }: { runId: number; studentId: number },
  { reason, keepNewer }: { reason: string; keepNewer: boolean },
) {
  return inTransaction(
    async () => {
      await lockRuns(scope)
      if (await isBusy(scope)) return refused('running')
      const answer = await restoreBundle(scope, { runId, bundle: `student:${studentId}` }, { keepNewer })
      if (!answer.ok) return answer
      await execute(
        `INSERT IGNORE INTO retention_holds (student_id, school_id, reason, held_by_name, held_on)
         VALUES (:studentId, :schoolId, :reason, :name, :today)`,
        { studentId, schoolId: scope.schoolId, reason, name: scope.actor.name, today: todayInIndia(new Date()) },
      )
      await recordAudit(scope, {
        action: 'retention.student-restored',
        subject: { kind: 'student', id: studentId },
        details: { run: runId, reason, keptNewer: keepNewer },
      })
      return answer
    },
    { '*': 'in-the-way-elsewhere' },
  )
}
