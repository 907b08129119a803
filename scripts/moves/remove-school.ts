import { database, inTransaction, number, selectRows, text } from '~/database/database.server'
import { endUnusedAccounts } from '~/models/people/guardians/end-accounts.server'
import { fileStore } from '~/services/storage/file-store.server'
import { Trouble } from '../processes.mjs'
import { wholeSchool } from './export-school'
import { lastNumbers, saveLastNumbers } from './last-numbers'
import { schoolFile } from './school-file'
import { type RunSql, schoolCondition } from './school-rows'
import { type Row, type SchoolTable, schoolTables, schoolToMove, unmovedTables } from './school-tables'

/**
 * Removes a moved school with all its rows and files, in one transaction, and ends the guardian accounts that open no
 * other school here. Needs the file of the move: reads it to its end and compares it with the school, so that no later
 * change is lost. The caller holds the schema's lock.
 * @throws Trouble when the file is damaged, needs another key, or differs from the school's current state
 */
export async function removeSchool(publicId: string, file: string, key: string): Promise<{ name: string }> {
  const { id, ...school } = await schoolToMove(publicId)
  await refuseOtherState(id, school, file, key)
  const tables = await schoolTables()
  const keys = await inTransaction(async () => {
    const files = await selectRows(
      { key: text('storage_key') },
      `FROM (SELECT storage_key FROM files WHERE school_id = :id
             UNION ALL SELECT COALESCE(sealed_key, storage_key) FROM sealed_files WHERE school_id = :id) kept`,
      { id },
    )
    const guardians = await selectRows(
      { accountId: number('account_id') },
      'FROM family_guardians WHERE school_id = :id AND account_id IS NOT NULL FOR UPDATE',
      { id },
    )
    // Prevents reuse of numbers if the school returns from a backup.
    await saveLastNumbers(ask, publicId, await lastNumbers(ask, id))
    await deleteRows(ask, tables, id)
    await endUnusedAccounts(guardians.map(({ accountId }) => accountId))
    return files.map((file) => file.key)
  })
  for (const one of keys) await fileStore().remove(one)
  return school
}

/** Runs a statement that is not counted as a statement of the portal; returns no rows for a write. */
const ask: RunSql = async (sql) => {
  const [rows] = await database().query(sql, { logging: false })
  return Array.isArray(rows) ? (rows as Row[]) : []
}

/** Runs in the caller's transaction: deletes all rows of a school, including those that do not move. */
export async function deleteRows(ask: RunSql, tables: readonly SchoolTable[], id: number): Promise<void> {
  for (const table of unmovedTables()) await ask(`DELETE FROM ${table.name} WHERE ${schoolCondition(table, id)}`)
  for (const table of tables) {
    for (const name of table.late)
      await ask(`UPDATE ${table.name} SET \`${name}\` = NULL WHERE ${schoolCondition(table, id)}`)
  }
  for (const table of tables.toReversed()) await ask(`DELETE FROM ${table.name} WHERE ${schoolCondition(table, id)}`)
}

async function refuseOtherState(id: number, school: { publicId: string; name: string }, file: string, key: string) {
  const fileManifest = await lastOf(schoolFile(file, key))
  let sums = ''
  for await (const entry of wholeSchool(id, school, (manifest) => {
    sums = manifest.sums
  })) {
    for await (const _ of entry.content);
  }
  if (sums !== fileManifest.sums) {
    throw new Trouble(`${school.name} has changed since ${file} was made. Move it again, then remove it.`)
  }
}

async function lastOf<Last>(entries: AsyncGenerator<{ content: AsyncIterable<unknown> }, Last>): Promise<Last> {
  for (;;) {
    const next = await entries.next()
    if (next.done) return next.value
    for await (const _ of next.value.content);
  }
}
