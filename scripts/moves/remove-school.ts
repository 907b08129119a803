import { fileStore } from '~/services/storage/file-store.server'
import { Trouble } from '../processes.mjs'
import { wholeSchool } from './export-school'
import { schoolFile } from './import-school'
import { ofSchool, rowsConnection, rowsOf } from './school-rows'
import { leftTables, schoolTables, schoolToMove } from './school-tables'

/**
 * Removes a school that was moved, all its rows and files, in one transaction. The file of the move has to be given: it is read to its end, and
 * the school has to be as it is in there, so that nothing is lost that came after it. Hold the schema's lock around it.
 * @throws Trouble where the file is damaged, of another key, or of another state of the school
 */
export async function removeSchool(publicId: string, file: string, key: string): Promise<{ name: string }> {
  const { id, ...school } = await schoolToMove(publicId)
  await refuseOtherState(id, school, file, key)
  const tables = await schoolTables()
  const connection = await rowsConnection()
  const query = (sql: string) => connection.promise().query(sql)
  const keys: string[] = []
  try {
    const files = tables.find(({ name }) => name === 'files')
    if (files)
      for await (const rows of rowsOf(connection, files, id)) keys.push(...rows.map((row) => String(row.storage_key)))
    await query('START TRANSACTION')
    for (const table of leftTables()) await query(`DELETE FROM ${table.name} WHERE ${ofSchool(table, id)}`)
    for (const table of tables) {
      for (const name of table.late)
        await query(`UPDATE ${table.name} SET \`${name}\` = NULL WHERE ${ofSchool(table, id)}`)
    }
    for (const table of tables.toReversed()) await query(`DELETE FROM ${table.name} WHERE ${ofSchool(table, id)}`)
    await query('COMMIT')
  } finally {
    // What is not committed is taken back with the connection.
    connection.destroy()
  }
  for (const one of keys) await fileStore().remove(one)
  return school
}

async function refuseOtherState(id: number, school: { publicId: string; name: string }, file: string, key: string) {
  const said = await lastOf(schoolFile(file, key))
  let sums = ''
  for await (const entry of wholeSchool(id, school, (manifest) => {
    sums = manifest.sums
  })) {
    for await (const _ of entry.content);
  }
  if (sums !== said.sums) {
    throw new Trouble(
      `${school.name} is not as it is in ${file}: something changed since. Move it anew, then remove it.`,
    )
  }
}

async function lastOf<Last>(entries: AsyncGenerator<{ content: AsyncIterable<unknown> }, Last>): Promise<Last> {
  for (;;) {
    const next = await entries.next()
    if (next.done) return next.value
    for await (const _ of next.value.content);
  }
}
