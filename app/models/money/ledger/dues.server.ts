import { execute, number, selectRow, selectRows } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type LedgerScope, lockLedger, studentOf } from './locks.server'
import type { DueKind } from './options'
import { type DuePart, isSettled } from './rules'
import { Due, DuePartRow } from './tables.server'

export interface NewDue {
  studentId: number
  academicSessionId: number
  kind: DueKind
  /** Id of the due's source, such as an instalment; unique together with kind and student. */
  sourceId: number
  name: string
  title: string
  /** `YYYY-MM-DD` */
  dueOn: string
  amountPaise: number
  concessionPaise?: number
  /** Fine rule as written by `fineRuleText`; omitted: no late fine. */
  fineRule?: string | null
  /** Parts of the amount by fee head, tuition separately. */
  parts: readonly DuePart[]
}

const atOnce = 500

/**
 * Writes new dues of students. Leaves a due of the same kind, source and student unchanged, so an assignment may be
 * repeated. Returns the number of new dues.
 * @throws when parts do not sum to their due's amount, or a student scope is given another student's due
 */
export async function raiseDues(scope: LedgerScope, dues: readonly NewDue[]): Promise<number> {
  let raised = 0
  for (let from = 0; from < dues.length; from += atOnce) {
    raised += await raise(scope, dues.slice(from, from + atOnce))
  }
  return raised
}

async function raise(scope: LedgerScope, dues: readonly NewDue[]): Promise<number> {
  const partsOf = new Map<string, readonly DuePart[]>()
  const ownStudentId = studentOf(scope)
  const rows = dues.map(({ parts, ...due }) => {
    if (ownStudentId !== null && ownStudentId !== due.studentId)
      throw new RangeError('A student can raise only their own dues')
    const sum = parts.reduce((so, part) => so + part.amountPaise, 0)
    if (sum !== due.amountPaise) throw new RangeError(`Parts of ${due.title} sum to ${sum}, not ${due.amountPaise}`)
    const publicId = newPublicId()
    partsOf.set(publicId, parts)
    return { ...due, concessionPaise: due.concessionPaise ?? 0, publicId, schoolId: scope.schoolId }
  })
  // Avoids INSERT IGNORE, which would also hide the database's refusal of a wrong amount.
  await Due.bulkCreate(rows, { updateOnDuplicate: ['sourceId'] })
  const fresh = await Due.findAll({
    attributes: ['id', 'publicId'],
    where: { schoolId: scope.schoolId, publicId: [...partsOf.keys()] },
    raw: true,
  })
  const partRows = fresh.flatMap((due) =>
    (partsOf.get(due.publicId) ?? []).map((part, position) => ({ dueId: due.id, position, ...part })),
  )
  await DuePartRow.bulkCreate(partRows)
  return fresh.length
}

/**
 * Deletes every due of these sources, for all students or for one, and returns the students. If any of the dues has a
 * payment line, the foreign key `payment_lines_due` throws and nothing is deleted.
 */
export async function withdrawDues(scope: SchoolScope, source: Raised): Promise<number[]> {
  if (source.sourceIds.length === 0) return []
  if (source.studentId !== undefined) await lockLedger(scope, source.studentId)
  const studentIds = await studentsWithDues(scope, source)
  const { from, values } = raisedBy(scope, source)
  if (studentIds.length > 0) await execute(`DELETE ${from}`, values)
  return studentIds
}

type Raised = { kind: DueKind; sourceIds: readonly number[]; studentId?: number }

function raisedBy({ schoolId }: SchoolScope, { kind, sourceIds, studentId = 0 }: Raised) {
  // Adds the condition only for a single student: one condition for both cases would also lock all other students'
  // dues.
  const ofStudent = studentId === 0 ? '' : 'AND student_id = :studentId'
  const from = `FROM dues WHERE school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds) ${ofStudent}`
  return { from, values: { schoolId, kind, sourceIds: [...sourceIds], studentId } }
}

/** Students with dues from these sources, including cancelled dues. */
export async function studentsWithDues(scope: SchoolScope, source: Raised): Promise<number[]> {
  if (source.sourceIds.length === 0) return []
  const { from, values } = raisedBy(scope, source)
  const rows = await selectRows({ id: number('student_id') }, `${from} GROUP BY student_id ORDER BY student_id`, values)
  return rows.map(({ id }) => id)
}

/**
 * Deletes a student's dues of one kind that belong to a current or future session and that no payment has touched;
 * audits their amount. Arrears of past sessions stay owed. Returns the number deleted. `today` is the day in India.
 */
export async function withdrawUntouchedDues(
  scope: SchoolScope,
  target: { kind: DueKind; studentId: number; today: string },
) {
  await lockLedger(scope, target.studentId)
  const condition = `dues.school_id = :schoolId AND dues.kind = :kind AND dues.student_id = :studentId
     AND dues.academic_session_id IN (SELECT a.id FROM academic_sessions a WHERE a.school_id = :schoolId AND a.ends_on >= :today)
     AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = dues.id)`
  const values = { schoolId: scope.schoolId, ...target }
  const owed = await selectRow(
    { amountPaise: number('CAST(COALESCE(SUM(amount_paise - concession_paise + fine_paise), 0) AS SIGNED)') },
    `FROM dues WHERE ${condition}`,
    values,
  )
  const dues = await execute(`DELETE FROM dues WHERE ${condition}`, values)
  if (dues > 0) {
    const details = { dues, amountPaise: owed?.amountPaise ?? 0 }
    await recordAudit(scope, { action: 'dues.withdrawn', subject: { kind: 'student', id: target.studentId }, details })
  }
  return dues
}

/**
 * Runs in the caller's transaction when dues are replaced: copies a cancellation and a waived fine from each student's
 * due of the old source to the due of the new one. Copies the creation time too, unless the new due date is earlier, as
 * families could not know that date before. Withdraw the old dues afterwards.
 */
export async function inheritDues(
  scope: SchoolScope,
  sources: { kind: DueKind; fromSourceId: number; toSourceId: number },
) {
  await execute(
    `UPDATE dues n JOIN dues o ON o.school_id = n.school_id AND o.student_id = n.student_id AND o.kind = n.kind
       AND o.source_id = :fromSourceId
     SET n.created_at = IF(n.due_on < o.due_on, n.created_at, o.created_at), n.state = o.state,
       n.fine_waived_at = o.fine_waived_at, n.fine_waived_paise = o.fine_waived_paise,
       n.fine_waiver_reason = o.fine_waiver_reason
     WHERE n.school_id = :schoolId AND n.kind = :kind AND n.source_id = :toSourceId`,
    { schoolId: scope.schoolId, ...sources },
  )
}

/** Renames the dues of one source; receipts already issued keep the previous name. */
export async function renameDues(
  scope: SchoolScope,
  renaming: { kind: DueKind; sourceId: number; name: string; title: string },
) {
  await Due.update(
    { name: renaming.name, title: renaming.title },
    { where: { schoolId: scope.schoolId, kind: renaming.kind, sourceId: renaming.sourceId } },
  )
}

/**
 * Runs in the caller's transaction: changes date and amount of these wholly unpaid dues, and resets their concessions,
 * which the caller applies again afterwards. Recalculates a fine that is not waived. The caller has locked the ledgers.
 */
export async function changeDues(
  scope: SchoolScope,
  dueIds: readonly number[],
  { dueOn, amountPaise, parts }: Pick<NewDue, 'dueOn' | 'amountPaise' | 'parts'>,
) {
  for (let from = 0; from < dueIds.length; from += atOnce) {
    const ids = dueIds.slice(from, from + atOnce)
    await execute(
      `UPDATE dues SET due_on = :dueOn, amount_paise = :amountPaise, concession_paise = 0, fine_accrued_on = NULL,
         fine_paise = IF(fine_waived_at IS NULL, 0, fine_paise), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id IN (:ids)`,
      { schoolId: scope.schoolId, ids, dueOn, amountPaise },
    )
    await DuePartRow.destroy({ where: { dueId: ids } })
    await DuePartRow.bulkCreate(ids.flatMap((dueId) => parts.map((part, position) => ({ dueId, position, ...part }))))
  }
}

/**
 * Runs in the caller's transaction: changes the concession of each due by `changePaise` (negative: reduces it). The
 * caller has locked the ledgers and knows the balance of each; the database refuses a concession above the amount or
 * below the paid part. A due with a full concession loses its fine; one that is owed again is fined again by its rule.
 */
export async function concedeDues(scope: SchoolScope, changes: ReadonlyArray<{ dueId: number; changePaise: number }>) {
  for (let from = 0; from < changes.length; from += atOnce) {
    const some = changes.slice(from, from + atOnce)
    const values = { schoolId: scope.schoolId, ids: some.map((one) => one.dueId) }
    const cases = some.map((one) => `WHEN ${Number(one.dueId)} THEN ${Number(one.changePaise)}`).join(' ')
    await execute(
      `UPDATE dues SET concession_paise = concession_paise + CASE id ${cases} END, fine_accrued_on = NULL,
         updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id IN (:ids)`,
      values,
    )
    await execute(
      `UPDATE dues SET fine_paise = LEAST(fine_paise, paid_paise)
       WHERE school_id = :schoolId AND id IN (:ids) AND concession_paise = amount_paise`,
      values,
    )
  }
}

/** Source of a due, and whether it is settled now; null when the school has no such due. */
export async function findDueSource(scope: SchoolScope, dueId: number) {
  const due = await Due.findOne({ where: { schoolId: scope.schoolId, id: dueId }, raw: true })
  return due && { kind: due.kind, sourceId: due.sourceId, studentId: due.studentId, settled: isSettled(due) }
}
