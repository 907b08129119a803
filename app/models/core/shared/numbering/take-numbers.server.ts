import { execute, number, requireTransaction, selectRow } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '../scope.server'

/** Gapless counters, each in its own table, keyed by the school and these columns. */
const counters = {
  receipt_counters: ['financial_year'],
  order_counters: ['kind', 'financial_year'],
  certificate_counters: ['kind_id', 'financial_year'],
  grievance_counters: ['financial_year'],
} as const
type Counter = keyof typeof counters

/**
 * Runs in the caller's transaction: takes the next numbers of a school's counter and returns the first. The counter
 * rolls back with the transaction, so there are no gaps. Call it late: other transactions that need the counter wait
 * until this one ends.
 * @param start first number of a new counter
 */
export async function takeNumbers<Name extends Counter>(
  { schoolId }: SchoolScope | StudentScope,
  counter: Name,
  keyColumns: Record<(typeof counters)[Name][number], string | number>,
  { count = 1, start = 1 } = {},
): Promise<number> {
  requireTransaction()
  const names: readonly string[] = ['school_id', ...counters[counter]]
  const key = { school_id: schoolId, ...keyColumns }
  await execute(
    `INSERT INTO ${counter} (${names.join(', ')}, last_number) VALUES (:${names.join(', :')}, :last)
     ON DUPLICATE KEY UPDATE last_number = last_number + :count`,
    { ...key, count, last: start - 1 + count },
  )
  const row = await selectRow(
    { last: number('last_number') },
    `FROM ${counter} WHERE ${names.map((name) => `${name} = :${name}`).join(' AND ')}`,
    key,
  )
  if (!row) throw new Error(`A row of ${counter} is gone`)
  return row.last - count + 1
}
