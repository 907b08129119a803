import { execute, exists, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { dropSealedNumbers } from '~/models/entry/imports/undo/trace.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'
import { sealedFields } from '~/models/people/students/describe/parent-fields.server'
import { aadhaarScans } from '~/models/people/students/documents.server'
import { fileStore } from '~/services/storage/file-store.server'
import { destroyClass } from './destroy-sealed.server'
import { dropFiles } from './drop-files.server'

const atOnce = 200

/**
 * Makes the school keep only the last four digits of Aadhaar numbers; the worker then shortens stored ones,
 * irreversibly. Refuses `on-already`.
 */
export function keepLastFour(scope: SchoolScope) {
  const { schoolId } = scope
  return inTransaction(async () => {
    await execute('INSERT IGNORE INTO school_settings (school_id, updated_at) VALUES (:schoolId, UTC_TIMESTAMP(3))', {
      schoolId,
    })
    const changed = await execute(
      `UPDATE school_settings SET aadhaar_last_four_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND aadhaar_last_four_at IS NULL`,
      { schoolId },
    )
    if (changed === 0) return refused('on-already')
    await enqueueShortening(schoolId)
    await recordAudit(scope, { action: 'aadhaar.last-four-only', subject: { kind: 'school', id: schoolId } })
    return done()
  })
}

/** Enqueues the job, unless one is already waiting for the school. */
const enqueueShortening = (schoolId: number, delaySeconds = 0) =>
  enqueueJob({ kind: 'shorten-aadhaar', schoolId, payload: {}, uniqueKey: `shorten-aadhaar:${schoolId}`, delaySeconds })

/** Retries a day after the worker's last attempt failed, because the office cannot repeat its request. */
export function retryShortening({ schoolId }: SchoolScope): Promise<void> {
  return inTransaction(() => enqueueShortening(schoolId, 86_400))
}

/** Counts the full Aadhaar numbers that the school still stores. */
export async function countNumbers({ schoolId }: SchoolScope) {
  const sealed = sealedFields.map((field) => `(${field} IS NOT NULL)`).join(' + ')
  const row = await selectRow(
    { numbers: number(`COALESCE(SUM(${sealed}), 0)`) },
    'FROM guardians t WHERE t.school_id = :schoolId',
    { schoolId },
  )
  return row?.numbers ?? 0
}

/**
 * Job of `keepLastFour`: empties the encrypted columns (the last four digits are stored separately), and deletes rows
 * and files of earlier imports, and the numbers kept for a restore or an undo. A waiting import must be uploaded again;
 * a running one still writes its rows, so the job repeats after it. May be interrupted and run again.
 */
export async function shortenAadhaar(scope: SchoolScope): Promise<void> {
  const { schoolId } = scope
  if ((await lastFourSince(scope)) === null) return
  // Stops waiting imports before looking for running ones, so that none can start in between.
  await dropImports(scope)
  const underWay = `FROM imports i WHERE ${fromBefore} AND i.state IN ('checking', 'running')`
  const mustRepeat = await exists(underWay, { schoolId })
  const anySealed = sealedFields.map((field) => `${field} IS NOT NULL`).join(' OR ')
  const empty = sealedFields.map((field) => `${field} = NULL`).join(', ')
  for (;;) {
    const changed = await execute(
      `UPDATE guardians SET ${empty} WHERE school_id = :schoolId AND (${anySealed}) ORDER BY student_id LIMIT ${atOnce}`,
      { schoolId },
    )
    if (changed < atOnce) break
  }
  // Numbers removed by a retention run are sealed and could be restored; Aadhaar numbers must not be.
  await destroyClass(scope, 'aadhaar')
  await dropSealedNumbers(scope, sealedFields)
  if (mustRepeat) await inTransaction(() => enqueueShortening(schoolId, 60))
}

/** Imports `i` of students, uploaded before the school chose last digits only. */
const fromBefore = `i.school_id = :schoolId AND i.kind = 'students'
  AND i.created_at < (SELECT t.aadhaar_last_four_at FROM school_settings t WHERE t.school_id = :schoolId)`

async function dropImports({ schoolId }: SchoolScope): Promise<void> {
  const over = `${fromBefore} AND i.state NOT IN ('checking', 'running')`
  const files = await selectRows(
    { id: number('i.id'), fileId: number('f.id'), key: text('f.storage_key') },
    `FROM imports i JOIN files f ON f.id = i.file_id WHERE ${over}`,
    { schoolId },
  )
  for (const { id, fileId, key } of files) {
    await inTransaction(async () => {
      await execute('UPDATE imports SET file_id = NULL WHERE id = :id AND school_id = :schoolId', { id, schoolId })
      await execute('DELETE FROM files WHERE id = :fileId AND school_id = :schoolId', { fileId, schoolId })
    })
    await fileStore().remove(key)
  }
  await execute(
    `UPDATE imports i SET i.state = 'failed', i.stopped_because = 'rows-gone', i.finished_at = UTC_TIMESTAMP(3)
     WHERE ${over} AND i.state IN ('checked', 'columns')`,
    { schoolId },
  )
  await execute(`DELETE r FROM import_rows r JOIN imports i ON i.id = r.import_id WHERE ${over}`, { schoolId })
}

/**
 * Scans of Aadhaar cards of students or admissions, uploaded before the school kept last digits only; later uploads are
 * declared masked.
 */
const unmasked = (owner: 'student' | 'admission') => `FROM ${owner}_documents t JOIN files f ON f.id = t.file_id
  JOIN school_settings o ON o.school_id = t.school_id
  WHERE t.school_id = :schoolId AND t.kind IN (:scans) AND f.created_at < o.aadhaar_last_four_at`

/**
 * Counts unmasked scans by the student's current class: `–` for students without one, and a line for admissions.
 */
export function countScans({ schoolId }: SchoolScope) {
  return selectRows(
    { className: text('c.name'), scans: number('COUNT(*)') },
    `FROM (SELECT COALESCE((SELECT k.name FROM enrollments e JOIN classes k ON k.id = e.class_id
        WHERE e.school_id = t.school_id AND e.student_id = t.student_id AND e.status = 'studying' ORDER BY e.id DESC LIMIT 1), '–') AS name
       ${unmasked('student')}
       UNION ALL SELECT 'Admissions' AS name ${unmasked('admission')}) c GROUP BY c.name ORDER BY c.name`,
    { schoolId, scans: aadhaarScans },
  )
}

export function requestScanRemoval(scope: SchoolScope) {
  const { schoolId, actor } = scope
  return inTransaction(async () => {
    await enqueueJob({
      kind: 'remove-scans',
      schoolId,
      payload: { staffId: actor.id ?? 0 },
      uniqueKey: `remove-scans:${schoolId}`,
    })
    await recordAudit(scope, { action: 'aadhaar.scans-removed', subject: { kind: 'school', id: schoolId } })
    return done()
  })
}

/**
 * Job: removes unmasked scans with their files, in batches, and records for each student when they were removed and
 * which user requested it.
 */
export async function removeScans(scope: SchoolScope, staffId: number): Promise<void> {
  const { schoolId } = scope
  const one = 'FROM staff_users WHERE school_id = :schoolId AND id = :staffId'
  const name = (await selectRow({ name: text('name') }, one, { schoolId, staffId }))?.name ?? ''
  const today = todayInIndia(new Date())
  while (await inTransaction(() => removeSome('student')));
  while (await inTransaction(() => removeSome('admission')));
  await destroyClass(scope, 'aadhaar')

  async function removeSome(owner: 'student' | 'admission'): Promise<boolean> {
    const documents = await selectRows(
      { id: number('t.id'), fileId: number('t.file_id') },
      `${unmasked(owner)} ORDER BY t.id LIMIT ${atOnce} FOR UPDATE`,
      { schoolId, scans: aadhaarScans },
    )
    if (documents.length === 0) return false
    const ids = documents.map(({ id }) => id)
    if (owner === 'student')
      await execute(
        `INSERT INTO removed_scans (school_id, student_id, kind, removed_on, removed_by_name)
         SELECT t.school_id, t.student_id, t.kind, :today, :name FROM student_documents t WHERE t.school_id = :schoolId AND t.id IN (:ids)
         ON DUPLICATE KEY UPDATE removed_on = VALUES(removed_on), removed_by_name = VALUES(removed_by_name)`,
        { schoolId, today, name, ids },
      )
    await execute(`DELETE FROM ${owner}_documents WHERE school_id = :schoolId AND id IN (:ids)`, { schoolId, ids })
    await dropFiles(
      scope,
      documents.map(({ fileId }) => fileId),
    )
    return true
  }
}

export function listRemovedScans({ schoolId }: SchoolScope, studentId: number) {
  return selectRows(
    { kind: text('t.kind'), on: text('t.removed_on'), by: text('t.removed_by_name') },
    'FROM removed_scans t WHERE t.school_id = :schoolId AND t.student_id = :studentId ORDER BY t.kind',
    { schoolId, studentId },
  )
}
