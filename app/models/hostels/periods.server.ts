import { execute, select, type Tx } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type Semester, semesters } from './options'

/** The periods that a school lets students apply for, in their order; all of them until it has chosen. */
export async function listPeriods(scope: LedgerScope, tx?: Tx): Promise<Semester[]> {
  const rows = await select<{ semester: Semester }>(
    'SELECT semester FROM hostel_periods WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
    tx,
  )
  const chosen = rows.map((row) => row.semester)
  return chosen.length === 0 ? [...semesters] : semesters.filter((semester) => chosen.includes(semester))
}

/** Chooses what students may apply for; applications that are there stay as they are. */
export function savePeriods(scope: SchoolScope, chosen: readonly Semester[]): Promise<void> {
  return inTransaction(async (tx) => {
    const { schoolId } = scope
    await execute('DELETE FROM hostel_periods WHERE school_id = :schoolId', { schoolId }, tx)
    for (const semester of new Set(chosen)) {
      await execute(
        'INSERT INTO hostel_periods (school_id, semester) VALUES (:schoolId, :semester)',
        { schoolId, semester },
        tx,
      )
    }
    const details = { periods: chosen.join(', ') }
    await recordAudit(scope, { action: 'hostel-periods.saved', subject: { kind: 'school', id: schoolId }, details }, tx)
  })
}
