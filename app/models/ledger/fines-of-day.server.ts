import { updateRows } from '~/database/bulk.server'
import { execute, select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { runningFineSql } from './accrue-fines.server'
import { type FinedDue, fineOfDay } from './fine-rules'

/** The fines that these dues had on an earlier day, in paise by the due's id. The ledger is locked by the caller. */
export async function finesOfDay(
  scope: SchoolScope,
  dueIds: readonly number[],
  day: string,
): Promise<Map<number, number>> {
  if (dueIds.length === 0) return new Map()
  const dues = await select<FinedDue & { id: number }>(
    `SELECT d.id, d.due_on AS dueOn, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise,
       d.fine_paise AS finePaise, d.paid_paise AS paidPaise, ${runningFineSql('d')} AS runningFine
     FROM dues d WHERE d.school_id = :schoolId AND d.id IN (:dueIds)`,
    { schoolId: scope.schoolId, dueIds: [...dueIds] },
  )
  return new Map(dues.map((due) => [due.id, fineOfDay(due, day)]))
}

/** A step of booking money of an earlier day: from now on these dues have the fine of that day, unless the money is taken back. */
export async function keepFines(
  scope: SchoolScope,
  fines: ReadonlyArray<readonly [dueId: number, finePaise: number]>,
): Promise<void> {
  if (fines.length === 0) return
  await updateRows('dues', 'id', ['fine_paise'], fines, scope.schoolId)
  await execute('UPDATE dues SET fine_accrued_on = NULL WHERE school_id = :schoolId AND id IN (:ids)', {
    schoolId: scope.schoolId,
    ids: fines.map(([id]) => id),
  })
}
