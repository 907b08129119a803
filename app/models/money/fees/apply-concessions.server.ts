import { execute, flag, number, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { amountColumns, isBeingPaidSql } from '~/models/money/ledger/books/columns.server'
import { concedeDues } from '~/models/money/ledger/dues.server'
import { Due } from '~/models/money/ledger/tables.server'
import { shareConcession } from './concession-rules'
import type { FeePlan } from './queries.server'
import { Concession } from './tables.server'

/** Columns of an active concession; `feeId` null: all fees of the session. */
const active = columnsOf(Concession, 't', 'id', 'studentId', 'feeId', 'percentHundredths', 'amountPaise')

const feeDue = {
  ...columnsOf(Due, 'd', 'id', 'studentId'),
  feeId: number('i.fee_id'),
  ...amountColumns,
  isBeingPaid: flag(isBeingPaidSql('d')),
}

/**
 * Lists the students' active concessions in a session that apply to the fee (`feeId` 0: all concessions of the
 * session), oldest first.
 */
export function activeConcessions(
  scope: SchoolScope,
  filters: { studentIds: readonly number[]; academicSessionId: number; feeId: number },
) {
  return selectRows(
    active,
    `FROM concessions t WHERE t.school_id = :schoolId AND t.student_id IN (:studentIds)
       AND t.academic_session_id = :academicSessionId AND t.removed_at IS NULL
       AND (:feeId = 0 OR t.fee_id IS NULL OR t.fee_id = :feeId) ORDER BY t.id`,
    { schoolId: scope.schoolId, ...filters, studentIds: [...filters.studentIds] },
  )
}

export type ActiveConcession = Awaited<ReturnType<typeof activeConcessions>>[number]

/** Lists the students' open dues of one fee, or of all fees of a session (`feeId` null), by instalment. */
export function feeDues(
  scope: SchoolScope,
  filters: { studentIds: readonly number[]; academicSessionId: number; feeId: number | null },
) {
  return selectRows(
    feeDue,
    `FROM dues d JOIN fee_instalments i ON i.id = d.source_id
     WHERE d.school_id = :schoolId AND d.student_id IN (:studentIds) AND d.kind = 'fee' AND d.state = 'open'
       AND d.academic_session_id = :academicSessionId AND (:feeId = 0 OR i.fee_id = :feeId)
     ORDER BY d.student_id, i.fee_id, i.position`,
    { schoolId: scope.schoolId, ...filters, studentIds: [...filters.studentIds], feeId: filters.feeId ?? 0 },
  )
}

export type FeeDue = Awaited<ReturnType<typeof feeDues>>[number]

/**
 * Runs in the caller's transaction after it has created dues of a fee: applies the students' existing concessions to
 * these dues.
 */
export async function concedeRaisedFee(
  scope: SchoolScope,
  plan: Pick<FeePlan, 'id' | 'academicSessionId'>,
  studentIds: readonly number[],
) {
  if (studentIds.length === 0) return
  const feeKeys = { academicSessionId: plan.academicSessionId, feeId: plan.id }
  const concessions = await activeConcessions(scope, { studentIds, ...feeKeys })
  if (concessions.length === 0) return
  const having = [...new Set(concessions.map((one) => one.studentId))]
  await applyConcessions(scope, concessions, await feeDues(scope, { studentIds: having, ...feeKeys }))
}

/**
 * Runs in the caller's transaction: applies the concessions in the order of the array, each to the matching dues that
 * it has not reduced yet. The caller has locked the ledgers. Returns the number of reduced dues and the amount taken
 * off, in paise.
 */
export async function applyConcessions(
  scope: SchoolScope,
  concessions: readonly ActiveConcession[],
  dues: readonly FeeDue[],
) {
  const takenPaiseByKey = await takenOffByDue(concessions.map((one) => one.id))
  const now = dues.map((due) => ({ ...due }))
  const rows: Array<{ dueId: number; concessionId: number; paise: number }> = []
  for (const concession of concessions) {
    const matchingDues = now.filter(
      (due) => due.studentId === concession.studentId && (concession.feeId ?? due.feeId) === due.feeId,
    )
    for (const feeId of new Set(matchingDues.map((due) => due.feeId))) {
      const ofFee = matchingDues.filter((due) => due.feeId === feeId)
      const duesToShare = ofFee.map((due) => ({
        ...due,
        takenPaise: takenPaiseByKey.get(`${due.id}:${concession.id}`) ?? null,
      }))
      for (const { dueId, paise } of shareConcession(concession, duesToShare)) {
        rows.push({ dueId, concessionId: concession.id, paise })
        const due = ofFee.find((one) => one.id === dueId)
        if (due) due.concessionPaise += paise
      }
    }
  }
  if (rows.length === 0) return { dues: 0, paise: 0 }
  const values = rows.map((row) => `(${row.dueId}, ${row.concessionId}, ${row.paise})`).join(', ')
  await execute(`INSERT INTO due_concessions (due_id, concession_id, amount_paise) VALUES ${values}`, {})
  await concedeDues(
    scope,
    now.flatMap((due, index) => {
      const changePaise = due.concessionPaise - (dues[index]?.concessionPaise ?? 0)
      return changePaise > 0 ? [{ dueId: due.id, changePaise }] : []
    }),
  )
  return { dues: new Set(rows.map((row) => row.dueId)).size, paise: rows.reduce((sum, row) => sum + row.paise, 0) }
}

async function takenOffByDue(concessionIds: readonly number[]): Promise<Map<string, number>> {
  if (concessionIds.length === 0) return new Map()
  const rows = await selectRows(
    { dueId: number('due_id'), concessionId: number('concession_id'), paise: number('amount_paise') },
    'FROM due_concessions WHERE concession_id IN (:concessionIds)',
    { concessionIds: [...concessionIds] },
  )
  return new Map(rows.map((row) => [`${row.dueId}:${row.concessionId}`, row.paise]))
}
