import path from 'node:path'
import type { Connection } from 'mysql2'
import type { RowDataPacket } from 'mysql2/promise'
import { counted } from '~/models/core/shared/counted'
import { newToken } from '~/services/secrets/secrets.server'
import { fileStore } from '~/services/storage/file-store.server'
import { version } from '~/services/version.server'
import { toEntry } from '../backups/make-backup'
import { lastMigration, type Manifest, manifestName, Sums, sha256, sumsName } from '../backups/manifest'
import { type Entry, writeSealed } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import { headName } from './school-file'
import { rowsConnection, rowsOf, serializeRow } from './school-rows'
import { schoolTables, schoolToMove } from './school-tables'

export interface ExportedSchool {
  file: string
  sizeBytes: number
  /** The only key that opens the file: generated for this file, so that APP_KEY never leaves this installation. */
  key: string
  manifest: Manifest
}

/**
 * Writes one school, its rows at one moment and its files, as one sealed file. Values sealed with APP_KEY are unsealed
 * in it, so that another installation can seal them with its own key.
 * @param folder created when missing
 * @throws Trouble when the school does not exist, or has waiting, running or held jobs, unless the options allow them
 */
export async function exportSchool(
  publicId: string,
  folder: string,
  options: WholeSchoolOptions = {},
): Promise<ExportedSchool> {
  const { id, ...school } = await schoolToMove(publicId)
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '').toLowerCase()
  const file = path.resolve(folder, `school-${school.publicId.toLowerCase()}-${day}z.tar.age`)
  const key = newToken()
  let manifest: Manifest | undefined
  const sizeBytes = await writeSealed(
    file,
    key,
    wholeSchool(
      id,
      school,
      (written) => {
        manifest = written
      },
      options,
    ),
  )
  if (!manifest) throw new Error('The file has no manifest')
  return { file, sizeBytes, key, manifest }
}

export interface WholeSchoolOptions {
  /** Allows open jobs, for a copy to inspect or keep. A move refuses them: due jobs would run in both installations. */
  evenWithOpenWork?: true
  /** Source of the school's files by key; the file store by default. */
  filesOf?: (keys: readonly string[]) => AsyncIterable<Entry>
}

/**
 * All entries of the school's file. They stay the same while the school does not change, except the last, which
 * contains the time.
 */
export async function* wholeSchool(
  id: number,
  school: { publicId: string; name: string },
  onManifest: (manifest: Manifest) => void,
  { evenWithOpenWork, filesOf = storedFiles }: WholeSchoolOptions = {},
): AsyncGenerator<Entry> {
  const tables = await schoolTables()
  const migration = await lastMigration()
  const sums = new Sums()
  const rows: Manifest['rows'] = {}
  const files = { count: 0, bytes: 0 }
  yield sums.of(toEntry(headName, Buffer.from(JSON.stringify(school))))
  const connection = await rowsConnection()
  try {
    await connection.promise().query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await connection.promise().query('START TRANSACTION WITH CONSISTENT SNAPSHOT')
    if (!evenWithOpenWork) await refuseOpenWork(connection, id)
    for (const table of tables) {
      let count = 0
      for await (const some of rowsOf(connection, table, id)) {
        count += some.length
        const lines = Buffer.from(some.map((row) => serializeRow(table, row)).join(''))
        yield sums.of(toEntry(`rows/${table.name}/${String(count).padStart(9, '0')}.jsonl`, lines))
      }
      rows[table.name] = { before: count, after: count }
    }
    for await (const entry of filesOf(await fileKeys(connection, id))) {
      files.count += 1
      files.bytes += entry.sizeBytes
      yield sums.of(entry)
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
  yield toEntry(sumsName, Buffer.from(sums.text))
  yield toEntry(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  onManifest(manifest)
}

async function* storedFiles(keys: readonly string[]): AsyncGenerator<Entry> {
  for (const key of keys) {
    const entry = await storedFile(key)
    if (!entry) throw new Trouble(`The file ${key} of this school is missing from the file store.`)
    yield entry
  }
}

/** Skips missing files, for a copy of the remaining ones. */
export async function* filesThere(keys: readonly string[]): AsyncGenerator<Entry> {
  for (const key of keys) {
    const entry = await storedFile(key)
    if (entry) yield entry
  }
}

/** File of the store as an entry; null when it is missing. */
export async function storedFile(key: string): Promise<Entry | null> {
  const file = await fileStore().get(key)
  return file && { name: `files/${key}`, sizeBytes: file.sizeBytes, content: file.stream }
}

/** Jobs scheduled for later move with the school; due jobs would run in both installations. */
async function refuseOpenWork(connection: Connection, schoolId: number): Promise<void> {
  const [[open]] = await connection.promise().query<RowDataPacket[]>(
    `SELECT COUNT(*) AS jobs, COUNT(CASE WHEN state = 'held' THEN 1 END) AS held FROM jobs
       WHERE school_id = ? AND (state IN ('running', 'held') OR state = 'waiting' AND run_at <= UTC_TIMESTAMP(3))`,
    [schoolId],
  )
  if (open?.held > 0)
    throw new Trouble(
      `This school has ${counted(open?.held, 'held job')}. Use npm run held to release or dismiss held jobs, then try again.`,
    )
  if (open?.jobs > 0) {
    throw new Trouble(
      `This school has ${counted(open?.jobs, 'unfinished job')}. Let the worker finish (npm run worker), then try again.`,
    )
  }
}

async function fileKeys(connection: Connection, schoolId: number): Promise<string[]> {
  const sql = 'SELECT storage_key AS name FROM files WHERE school_id = ? ORDER BY id'
  const [rows] = await connection.promise().query<RowDataPacket[]>(sql, [schoolId])
  return rows.map(({ name }) => String(name))
}
