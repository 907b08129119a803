import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createConnection } from 'mysql2/promise'
import { connectionOptions } from '~/database/connection.server'
import { select, selectOne } from '~/database/database.server'
import { env } from '~/env.server'
import { fileStore } from '~/services/storage/file-store.server'
import { Trouble } from '../processes.mjs'
import { loadDump } from './database-dump'
import { checked, countRows, differingTables, type Manifest, migrationsName } from './manifest'
import { type Entry, readSealed } from './sealed-archive'

/**
 * Restores a backup into an empty database and an empty file store. The whole file is read and checked before anything is written. What
 * fails after that is taken back; and since the history of migrations comes last, no app is ready on a half restored database.
 * Hold the schema's lock around it.
 * @param onRows done when all rows and files are in, before any app can be ready
 * @throws Trouble where the place is not empty, and where the file is damaged, of another key, or newer than this version
 */
export async function restoreBackup(file: string, { onRows }: { onRows: () => Promise<void> }): Promise<Manifest> {
  await refuseFullPlace()
  const manifest = await readThrough(file)
  refuseNewer(manifest)
  try {
    await write(file, manifest, onRows)
  } catch (error) {
    await empty().catch((left: Error) => console.error(`What was written could not be taken back: ${left.message}`))
    throw error
  }
  return manifest
}

const tables = async () =>
  (
    await select<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    )
  ).map(({ name }) => name)

async function refuseFullPlace(): Promise<void> {
  if ((await tables()).length > 0) {
    throw new Trouble(
      'The database has tables already. Make an empty one for the restored data and name it in DATABASE_URL.',
    )
  }
  for await (const { key } of fileStore().list()) {
    throw new Trouble(
      `There are stored files already (${key}). Give an empty folder as DATA_DIR, or an empty bucket in STORAGE_URL.`,
    )
  }
}

function refuseNewer({ lastMigration, version, commit }: Manifest): void {
  const known = readdirSync(path.join(env().SHALA_BUILD_DIR, 'migrations'))
  if (known.includes(`${lastMigration}.js`)) return
  throw new Trouble(
    `The backup is of a newer version (${version}, ${commit ?? 'commit unknown'}): restore it with that one.`,
  )
}

const entriesOf = (file: string) => {
  const { APP_KEY: key, APP_KEY_OLD: old } = env()
  return checked(readSealed(file, old ? [key, old] : [key]), file)
}

/** Reads it to its end and answers its manifest. */
async function readThrough(file: string): Promise<Manifest> {
  const entries = entriesOf(file)
  for (;;) {
    const next = await entries.next()
    if (next.done) return next.value
    for await (const _ of next.value.content);
  }
}

async function write(file: string, manifest: Manifest, onRows: () => Promise<void>): Promise<void> {
  const load = sqlLoader()
  for await (const entry of entriesOf(file)) {
    // The rows of the files are in when the first file comes, and all rows when the history of migrations does.
    if (!/^database\/\d/.test(entry.name)) await load.end()
    if (entry.name === migrationsName) {
      await refuseOtherRows(manifest)
      await onRows()
    }
    if (entry.name.startsWith('database/')) await load.add(entry)
    else await keep(entry)
  }
  await load.end()
}

async function refuseOtherRows(manifest: Manifest): Promise<void> {
  const differing = differingTables(manifest, await countRows())
  if (differing.length > 0) {
    throw new Trouble(`The restored database is not the one of the backup: ${differing.join(', ')}.`)
  }
}

/** Reads pieces of a dump into the database, one dump after another. */
function sqlLoader() {
  let now: ReturnType<typeof begin> | null = null
  return {
    add: async ({ content }: Entry) => {
      now ??= begin()
      const { packed, done } = now
      try {
        await pipeline(content, packed, { end: false })
      } catch (error) {
        // The database's program ends before anything is taken back. Where it has given up it says why; that its input is closed is no news.
        packed.end()
        const told = await done.then(() => error).catch((reason) => reason)
        throw error instanceof Trouble ? error : told
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
  const row = await selectOne<{ type: string }>('SELECT content_type AS type FROM files WHERE storage_key = :key', {
    key,
  })
  await fileStore().put(key, Readable.from(content), row?.type ?? 'application/octet-stream')
}

/** Takes back what a failed restore has written: the place was empty before. */
async function empty(): Promise<void> {
  for await (const { key } of fileStore().list()) await fileStore().remove(key)
  const made = await tables()
  if (made.length === 0) return
  const connection = await createConnection(connectionOptions())
  await connection.query('SET FOREIGN_KEY_CHECKS = 0')
  await connection.query(`DROP TABLE ${made.map((name) => `\`${name}\``).join(', ')}`)
  await connection.end()
}
