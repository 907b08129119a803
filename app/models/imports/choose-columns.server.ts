import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ColumnChoice } from './columns'
import { findImport, mayCheckAgain } from './import-record.server'
import { kindOfImport } from './kinds/registry.server'
import { enqueueCheck } from './start-import.server'

/**
 * Says which column of the file is which, and has the file checked anew. Refuses `too-late` (it is being checked or
 * written, or is over) and `file-gone`.
 */
export function chooseColumns(
  scope: SchoolScope,
  publicId: string,
  chosen: ColumnChoice,
): Promise<Outcome<undefined, 'not-found' | 'too-late' | 'file-gone'>> {
  return inTransaction(async () => {
    const record = await findImport(scope, { publicId })
    if (!record) return refused('not-found')
    if (record.state !== 'columns' && record.state !== 'checked') return refused('too-late')
    if (record.fileId === null) return refused('file-gone')
    const known = new Set(kindOfImport(record.kind).columns.map((spec) => spec.key))
    const there = new Set(record.columns.map((column) => column.index))
    const choice = Object.fromEntries(
      Object.entries(chosen).filter(([key, index]) => known.has(key) && there.has(index)),
    )
    const changed = await execute(
      `UPDATE imports SET state = 'checking', columns_chosen = :choice, rows_done = 0, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND state IN ('columns','checked')`,
      { schoolId: scope.schoolId, id: record.id, choice: JSON.stringify(choice) },
    )
    if (changed === 0) return refused('too-late')
    await enqueueCheck(scope, record.id)
    return done()
  })
}

/**
 * Has a failed import's file checked once more, with the columns as they were. Refuses `too-late` (it did not fail, or its file is what is
 * wrong with it) and `file-gone`.
 */
export function checkAgain(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'too-late' | 'file-gone'>> {
  return inTransaction(async () => {
    const record = await findImport(scope, { publicId })
    if (!record) return refused('not-found')
    if (record.state === 'checking') return done()
    if (record.state === 'failed' && record.fileId === null) return refused('file-gone')
    if (!mayCheckAgain(record)) return refused('too-late')
    const changed = await execute(
      `UPDATE imports SET state = 'checking', stopped_because = NULL, finished_at = NULL, only_valid = NULL, rows_done = 0,
         updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND state = 'failed'`,
      { schoolId: scope.schoolId, id: record.id },
    )
    if (changed > 0) await enqueueCheck(scope, record.id)
    return done()
  })
}
