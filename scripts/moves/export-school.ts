import path from 'node:path'
import type { Connection } from 'mysql2'
import type { RowDataPacket } from 'mysql2/promise'
import { newToken } from '~/services/secrets/secrets.server'
import { fileStore } from '~/services/storage/file-store.server'
import { version } from '~/services/version.server'
import { entryOf } from '../backups/make-backup'
import { lastMigration, type Manifest, manifestName, Sums, sha256, sumsName } from '../backups/manifest'
import { type Entry, writeSealed } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import { lineOf, rowsConnection, rowsOf } from './school-rows'
import { schoolTables, schoolToMove } from './school-tables'

export interface ExportedSchool {
  file: string
  sizeBytes: number
  /** Opens the file, and nothing else does. Made for it alone: APP_KEY stays here. */
  key: string
  manifest: Manifest
}

/** The first entry: whose rows these are. */
export const headName = 'school.json'

/**
 * Writes one school, its rows as of one moment and its files, as one sealed file. What was sealed with APP_KEY lies open in it, so that another
 * installation can seal it with its own.
 * @param folder made where it is not there
 * @throws Trouble where there is no such school, and while work of it waits or runs
 */
export async function exportSchool(publicId: string, folder: string): Promise<ExportedSchool> {
  const { id, ...school } = await schoolToMove(publicId)
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '').toLowerCase()
  const file = path.resolve(folder, `school-${school.publicId.toLowerCase()}-${day}z.tar.age`)
  const key = newToken()
  let manifest: Manifest | undefined
  const sizeBytes = await writeSealed(
    file,
    key,
    wholeSchool(id, school, (written) => {
      manifest = written
    }),
  )
  if (!manifest) throw new Error('The file has no manifest')
  return { file, sizeBytes, key, manifest }
}

/** All entries of the school's file; the same as long as nothing of the school changes, but for the last, which says when. */
export async function* wholeSchool(
  id: number,
  school: { publicId: string; name: string },
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Entry> {
  const tables = await schoolTables()
  const migration = await lastMigration()
  const sums = new Sums()
  const rows: Manifest['rows'] = {}
  const files = { count: 0, bytes: 0 }
  yield sums.of(entryOf(headName, Buffer.from(JSON.stringify(school))))
  const connection = await rowsConnection()
  try {
    await connection.promise().query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await connection.promise().query('START TRANSACTION WITH CONSISTENT SNAPSHOT')
    await refuseOpenWork(connection, id)
    for (const table of tables) {
      let count = 0
      for await (const some of rowsOf(connection, table, id)) {
        count += some.length
        const lines = Buffer.from(some.map((row) => lineOf(table, row)).join(''))
        yield sums.of(entryOf(`rows/${table.name}/${String(count).padStart(9, '0')}.jsonl`, lines))
      }
      rows[table.name] = { before: count, after: count }
    }
    for (const key of await fileKeys(connection, id)) {
      const found = await fileStore().get(key)
      if (!found) throw new Trouble(`The file ${key} of this school is not in the store: its row names nothing.`)
      files.count += 1
      files.bytes += found.sizeBytes
      yield sums.of({ name: `files/${key}`, sizeBytes: found.sizeBytes, content: found.stream })
    }
  } finally {
    connection.destroy()
  }
  const manifest: Manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    ...version(),
    lastMigration: migration,
    rows,
    files,
    sums: sha256(sums.text),
  }
  yield entryOf(sumsName, Buffer.from(sums.text))
  yield entryOf(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  onManifest(manifest)
}

/** What is set for later goes along; what is due would be done here and there. */
async function refuseOpenWork(connection: Connection, schoolId: number): Promise<void> {
  const [[open]] = await connection
    .promise()
    .query<RowDataPacket[]>(
      `SELECT COUNT(*) AS jobs FROM jobs WHERE school_id = ? AND (state = 'running' OR state = 'waiting' AND run_at <= UTC_TIMESTAMP(3))`,
      [schoolId],
    )
  if (open?.jobs > 0) {
    throw new Trouble(
      `${open?.jobs} jobs of this school are not done yet. Let the worker finish them (npm run worker), then try again.`,
    )
  }
}

async function fileKeys(connection: Connection, schoolId: number): Promise<string[]> {
  const sql = 'SELECT storage_key AS name FROM files WHERE school_id = ? ORDER BY id'
  const [rows] = await connection.promise().query<RowDataPacket[]>(sql, [schoolId])
  return rows.map(({ name }) => String(name))
}
