import { execute, selectOne } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'

/**
 * A step: the school's next number of orders or invoices in a financial year, without gaps: the counter moves with the transaction.
 * From here on, every other one of the school waits for this one, so take it late.
 */
export async function nextNumber(
  scope: SchoolScope | StudentScope,
  kind: 'order' | 'invoice',
  financialYear: string,
): Promise<number> {
  const key = { schoolId: scope.schoolId, kind, financialYear }
  await execute(
    `INSERT INTO order_counters (school_id, kind, financial_year, last_number) VALUES (:schoolId, :kind, :financialYear, 1)
     ON DUPLICATE KEY UPDATE last_number = last_number + 1`,
    key,
  )
  const row = await selectOne<{ lastNumber: number }>(
    `SELECT last_number AS lastNumber FROM order_counters
     WHERE school_id = :schoolId AND kind = :kind AND financial_year = :financialYear`,
    key,
  )
  if (!row) throw new Error(`The counter of ${kind}s is gone`)
  return row.lastNumber
}
