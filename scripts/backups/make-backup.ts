import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { selectRows, text } from '~/database/database.server'
import { env } from '~/env.server'
import { fileStore } from '~/services/storage/file-store.server'
import { isStorageKey } from '~/services/storage/key'
import { version } from '~/services/version.server'
import { dumpDatabase, type LogPosition, withLogPosition } from './database-dump'
import {
  countRows,
  lastMigration,
  type Manifest,
  manifestName,
  migrationsName,
  Sums,
  sha256,
  sumsName,
} from './manifest'
import { type Entry, writeSealed } from './sealed-archive'

/**
 * Size of the pieces into which a dump is cut. A tar header needs the length of its entry; an uncut dump could only be
 * measured by writing it to disk unencrypted.
 */
const pieceBytes = 8 * 1024 * 1024

export interface MadeBackup {
  file: string
  fileName: string
  sizeBytes: number
  manifest: Manifest
  /** Keys of the files that database rows name and the backup lacks. */
  missing: string[]
}

/**
 * Writes one sealed file: first the database, then the stored files. In this order, a stored file may lack its row, and
 * is swept later; in the reverse order, a row could lack its file: a lost document. The caller holds the schema's lock.
 * @param folder created when missing
 */
export async function makeBackup(folder: string): Promise<MadeBackup> {
  const madeAt = new Date()
  const fileName = `shala-${madeAt.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase()}z.tar.age`
  const file = path.resolve(folder, fileName)
  let made: Pick<MadeBackup, 'manifest' | 'missing'> | undefined
  const entries = entriesOf(madeAt, (manifest, missing) => {
    made = { manifest, missing }
  })
  const sizeBytes = await writeSealed(file, env().APP_KEY, entries)
  if (!made) throw new Error('The backup has no manifest')
  return { file, fileName, sizeBytes, ...made }
}

/** Entries in restore order. */
async function* entriesOf(
  madeAt: Date,
  onManifest: (manifest: Manifest, missing: string[]) => void,
): AsyncGenerator<Entry> {
  const sums = new Sums()
  const migration = await lastMigration()
  const before = await countRows()
  let piece = 0
  let log: LogPosition | null = null
  const dump = withLogPosition(dumpDatabase({ without: ['migrations'] }), (at) => {
    log = at
  })
  for await (const bytes of splitDump(dump)) {
    piece += 1
    yield sums.of(toEntry(`database/${String(piece).padStart(6, '0')}.sql.gz`, bytes))
  }
  const after = await countRows()
  const files = { count: 0, bytes: 0, missing: 0 }
  const storedKeys = new Set<string>()
  for await (const entry of storedFiles()) {
    storedKeys.add(entry.name.replace(/^files\//, ''))
    files.count += 1
    files.bytes += entry.sizeBytes
    yield sums.of(entry)
  }
  const missing = await findMissing(storedKeys)
  files.missing = missing.length
  for await (const bytes of splitDump(dumpDatabase({ only: ['migrations'] }))) {
    yield sums.of(toEntry(migrationsName, bytes))
  }
  const manifest: Manifest = {
    format: 1,
    madeAt: madeAt.toISOString(),
    ...version(),
    lastMigration: migration,
    rows: Object.fromEntries(
      Object.entries(before).map(([table, count]) => [table, { before: count, after: after[table] ?? 0 }]),
    ),
    files,
    log,
    sums: sha256(sums.text),
  }
  yield toEntry(sumsName, Buffer.from(sums.text))
  yield toEntry(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  onManifest(manifest, missing)
}

/**
 * Finds files that database rows name but neither the backup nor the file store has. Either they were just removed, or
 * the backup reads a different folder than the portal.
 */
export async function findMissing(storedKeys: Pick<ReadonlySet<string>, 'has'>): Promise<string[]> {
  const rows = await selectRows(
    { key: text('storage_key') },
    `FROM (SELECT storage_key FROM files
           UNION ALL SELECT COALESCE(sealed_key, storage_key) FROM sealed_files) kept`,
  )
  const missing: string[] = []
  for (const { key } of rows) if (!storedKeys.has(key) && !(await fileStore().exists(key))) missing.push(key)
  return missing
}

export function toEntry(name: string, bytes: Uint8Array): Entry {
  const content = (async function* () {
    yield bytes
  })()
  return { name, sizeBytes: bytes.length, content }
}

/** Compresses the dump into pieces of at least `least` bytes; the last piece has the rest. */
export async function* splitDump(sql: AsyncIterable<Buffer>, least = pieceBytes): AsyncGenerator<Buffer> {
  const gzip = createGzip()
  const packed = pipeline(sql, gzip)
  // Avoids an unhandled rejection when the stream reports the error first.
  packed.catch(() => {})
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of gzip) {
    chunks.push(chunk)
    size += chunk.length
    if (size < least) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  await packed
  yield Buffer.concat(chunks)
}

async function* storedFiles(): AsyncGenerator<Entry> {
  const store = fileStore()
  for await (const { key } of store.list()) {
    // Skips files still being written, which no row names yet, and foreign files (`.DS_Store`).
    const file = key.endsWith('.part') || !isStorageKey(key) ? null : await store.get(key)
    if (file) yield { name: `files/${key}`, sizeBytes: file.sizeBytes, content: file.stream }
  }
}

const ownFile = /^shala-(\d{4}-\d\d-\d\d)t(\d\d)(\d\d)(\d\d)z\.tar\.age$/
const brokenOff = /^shala-\d{4}-\d\d-\d\dt\d{6}z\.tar\.age\.[^/]+\.part$/

/**
 * Keeps the newest `count` backups of a folder; removes older and interrupted ones, but no files with other names.
 * Returns the removed names. The caller holds the schema's lock, so that no other backup is being written.
 */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const names = await readdir(folder)
  const backupNames = names.filter((name) => ownFile.test(name)).sort()
  const old = [
    ...backupNames.slice(0, Math.max(0, backupNames.length - count)),
    ...names.filter((name) => brokenOff.test(name)),
  ]
  for (const name of old) await rm(path.join(folder, name))
  return old
}

/** Start time of the oldest backup in a folder, from its file name. */
export async function oldestBackupTime(folder: string): Promise<Date | null> {
  const [name = ''] = (await readdir(folder)).filter((name) => ownFile.test(name)).sort()
  const [, day, ...clock] = ownFile.exec(name) ?? []
  return day ? new Date(`${day}T${clock.join(':')}Z`) : null
}
