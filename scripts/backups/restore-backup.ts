import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createConnection } from 'mysql2/promise'
import { connectionOptions, execute, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { classifyVersion, lastOldCommit } from '~/database/migrate.server'
import { env } from '~/env.server'
import { fileStore } from '~/services/storage/file-store.server'
import { planReplay, type ReplayPlan } from '../logs/plan-replay'
import { replay, tryReplay } from '../logs/replay'
import { Trouble } from '../processes.mjs'
import { loadDump } from './database-dump'
import { findMissing } from './make-backup'
import { checkedEntries, countRows, differingTables, type Manifest, migrationsName } from './manifest'
import { type Entry, readSealed } from './sealed-archive'

export interface LogsToReplay {
  folder: string
  until: Date | null
}

export interface RestoreResult {
  manifest: Manifest
  /** Log replay applied after the backup, if requested. */
  plan: ReplayPlan | null
  /**
   * Number of files that database rows name but the logs do not contain, because they were removed before the log
   * copier read them.
   */
  missing: number
}

/**
 * Restores a backup into an empty database and file store, then replays the copied logs if requested. Reads and checks
 * everything before it writes; a later failure is rolled back. The migration history comes last, so no app serves a
 * half-restored database. The caller holds the schema's lock.
 * @param logs folder of the copied logs and the moment to restore; null moment for the end of the logs
 * @param onRows runs when all rows and files are restored, before any app can be ready
 * @throws Trouble when the target is not empty, or the file is damaged, sealed with another key or newer than this
 * version
 */
export async function restoreBackup(
  file: string,
  logs: LogsToReplay | null,
  onRows: () => Promise<void>,
): Promise<RestoreResult> {
  await refuseFullPlace()
  const manifest = await readThrough(file)
  refuseOtherVersion(manifest)
  const plan = logs && (await planReplay(logs.folder, manifest, logs.until))
  if (plan) await tryReplay(plan)
  try {
    await write(file, manifest)
    await execute(`RENAME TABLE migrations TO ${hiddenHistoryTable}`, {})
    if (plan) await replayBehind(plan)
    await onRows()
    await execute(`RENAME TABLE ${hiddenHistoryTable} TO migrations`, {})
  } catch (error) {
    await rollBack().catch((left: Error) =>
      console.error(`The restored data could not be removed again: ${left.message}`),
    )
    throw error
  }
  return { manifest, plan, missing: plan ? (await findMissing(new Set())).length : 0 }
}

/** @throws Trouble when a newer version was in use at the moment to be restored */
async function replayBehind(plan: ReplayPlan): Promise<void> {
  await replay(plan, { migrations: hiddenHistoryTable })
  const newest = await selectRow({ name: textOrNull('MAX(name)') }, `FROM ${hiddenHistoryTable}`)
  if (newest?.name && classifyVersion(newest.name, migrations()) === 'known') return
  throw new Trouble(`At that moment a newer version was in use (${newest?.name}): restore with that version.`)
}

/** Name of the migration history until the restore ends: an app that starts earlier finds no database it can serve. */
const hiddenHistoryTable = 'migrations_of_restore'

/**
 * Restores only the tables of a backup into an empty database, for inspection. A failure is rolled back.
 * @throws Trouble as `restoreBackup` does
 */
export async function restoreTables(file: string): Promise<Manifest> {
  await refuseTables()
  const manifest = await readThrough(file)
  refuseOtherVersion(manifest)
  try {
    const load = sqlLoader()
    for await (const entry of backupEntries(file)) {
      if (entry.name === migrationsName) await load.end()
      if (entry.name.startsWith('database/')) await load.add(entry)
      else await discardContent(entry)
    }
    await load.end()
    await refuseOtherRows(manifest)
  } catch (error) {
    await dropTables().catch((left: Error) =>
      console.error(`The restored data could not be removed again: ${left.message}`),
    )
    throw error
  }
  return manifest
}

export async function discardContent({ content }: Entry): Promise<void> {
  for await (const _ of content);
}

const tables = async () =>
  (
    await selectRows({ name: text('table_name') }, 'FROM information_schema.tables WHERE table_schema = DATABASE()')
  ).map(({ name }) => name)

async function refuseFullPlace(): Promise<void> {
  await refuseTables()
  for await (const { key } of fileStore().list()) {
    throw new Trouble(
      `The file store already has files (${key}). Set DATA_DIR to an empty folder, or STORAGE_URL to an empty bucket.`,
    )
  }
}

async function refuseTables(): Promise<void> {
  if ((await tables()).length > 0) {
    throw new Trouble(
      'The database already has tables. Create an empty database for the restored data and name it in DATABASE_URL.',
    )
  }
}

function refuseOtherVersion({ lastMigration, version, commit }: Manifest): void {
  const versionComparison = classifyVersion(lastMigration, migrations())
  const maker = `${version}, ${commit ?? 'commit unknown'}`
  if (versionComparison === 'newer')
    throw new Trouble(`The backup is of a newer version (${maker}): restore it with that version.`)
  if (versionComparison === 'older') {
    throw new Trouble(
      `The backup is of a version (${maker}) before ${lastOldCommit}, which this version cannot upgrade: restore it with its own version, then upgrade it to the named commit first.`,
    )
  }
}

const migrations = () => path.join(env().SHALA_BUILD_DIR, 'migrations')

/** Entries of a backup of this installation, checked at the end. */
export const backupEntries = (file: string) => {
  const { APP_KEY: key, APP_KEY_OLD: old } = env()
  return checkedEntries(readSealed(file, old ? [key, old] : [key]), file)
}

/** Reads and checks the whole backup; returns its manifest. */
async function readThrough(file: string): Promise<Manifest> {
  const entries = backupEntries(file)
  for (;;) {
    const next = await entries.next()
    if (next.done) return next.value
    await discardContent(next.value)
  }
}

async function write(file: string, manifest: Manifest): Promise<void> {
  const load = sqlLoader()
  for await (const entry of backupEntries(file)) {
    // Finishes loading the rows before the first file, because `keep` reads the file's row, and before the migration
    // history.
    if (!/^database\/\d/.test(entry.name)) await load.end()
    if (entry.name === migrationsName) await refuseOtherRows(manifest)
    if (entry.name.startsWith('database/')) await load.add(entry)
    else await keep(entry)
  }
  await load.end()
}

async function refuseOtherRows(manifest: Manifest): Promise<void> {
  const differing = differingTables(manifest, await countRows())
  if (differing.length > 0) {
    throw new Trouble(`The restored database differs from the backup: ${differing.join(', ')}.`)
  }
}

/** Loads the pieces of a dump into the database, one dump after the other. */
function sqlLoader() {
  let now: ReturnType<typeof begin> | null = null
  return {
    add: async ({ content }: Entry) => {
      now ??= begin()
      const { packed, done } = now
      try {
        await pipeline(content, packed, { end: false })
      } catch (error) {
        // Waits for the database's program before the rollback. When the program failed, its own message replaces the
        // closed-pipe error.
        packed.end()
        const loadError = await done.then(() => error).catch((reason) => reason)
        throw error instanceof Trouble ? error : loadError
      }
    },
    end: async () => {
      now?.packed.end()
      await now?.done
      now = null
    },
  }
}

function begin(): { packed: Writable; done: Promise<unknown> } {
  const { input, done } = loadDump()
  const packed = createGunzip()
  const fed = pipeline(packed, input).catch((error) => done.then(() => Promise.reject(error)))
  const both = Promise.all([fed, done])
  both.catch(() => {})
  return { packed, done: both }
}

async function keep({ name, content }: Entry): Promise<void> {
  const key = name.replace(/^files\//, '')
  const row = await selectRow({ type: text('content_type') }, 'FROM files WHERE storage_key = :key', { key })
  await fileStore().put(key, Readable.from(content), row?.type ?? 'application/octet-stream')
}

/** Rolls back a failed restore: deletes all files and tables, because the target was empty before. */
async function rollBack(): Promise<void> {
  for await (const { key } of fileStore().list()) await fileStore().remove(key)
  await dropTables()
}

/** Drops all tables: the database was empty before. */
async function dropTables(): Promise<void> {
  const tableNames = await tables()
  if (tableNames.length === 0) return
  const connection = await createConnection(connectionOptions())
  await connection.query('SET FOREIGN_KEY_CHECKS = 0')
  await connection.query(`DROP TABLE ${tableNames.map((name) => `\`${name}\``).join(', ')}`)
  await connection.end()
}
