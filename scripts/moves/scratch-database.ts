import { createConnection } from 'mysql2/promise'
import { connectionOptions } from '~/database/database.server'
import { env } from '~/env.server'
import { Trouble } from '../processes.mjs'

export interface ScratchDatabase {
  url: string
  /** Drops or empties the database. */
  drop: () => Promise<void>
}

/**
 * Empty database for inspecting a backup: the one that SCRATCH_DATABASE_URL names, emptied afterwards, or a temporary
 * one on the installation's server.
 * @throws Trouble when the database user may not create one, or one is left from an interrupted run
 */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const configuredUrl = process.env.SCRATCH_DATABASE_URL
  return configuredUrl ? namedScratch(configuredUrl) : madeScratch()
}

async function namedScratch(databaseUrl: string): Promise<ScratchDatabase> {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null
  const appDatabaseUrl = new URL(env().DATABASE_URL)
  if (!url || !/^(mysql|mariadb):$/.test(url.protocol) || url.pathname.length < 2)
    throw new Trouble(
      'SCRATCH_DATABASE_URL is not the address of a database, such as mysql://user:password@host:3306/name',
    )
  if (url.host === appDatabaseUrl.host && url.pathname === appDatabaseUrl.pathname)
    throw new Trouble('SCRATCH_DATABASE_URL names the database of the installation. Create an empty database for it.')
  await onServer(databaseUrl, async (ask) => {
    if ((await tablesIn(ask)).length > 0)
      throw new Trouble('The database of SCRATCH_DATABASE_URL already has tables. Name an empty database.')
  })
  return { url: databaseUrl, drop: () => onServer(databaseUrl, dropAll) }
}

type Ask = (sql: string) => Promise<Array<Record<string, unknown>>>

async function onServer(url: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const connection = await createConnection({ ...connectionOptions(), uri: url.replace(/^mariadb:/, 'mysql:') })
  try {
    await work(async (sql) => {
      const [rows] = await connection.query(sql)
      return rows as Array<Record<string, unknown>>
    })
  } finally {
    await connection.end()
  }
}

const tablesIn = (ask: Ask) =>
  ask('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()')

async function dropAll(ask: Ask): Promise<void> {
  const tables = await tablesIn(ask)
  if (tables.length === 0) return
  await ask('SET FOREIGN_KEY_CHECKS = 0')
  await ask(`DROP TABLE ${tables.map(({ name }) => `\`${name}\``).join(', ')}`)
}

async function madeScratch(): Promise<ScratchDatabase> {
  const address = env().DATABASE_URL
  const url = new URL(address)
  const name = `${decodeURIComponent(url.pathname.slice(1))}_scratch`
  url.pathname = `/${encodeURIComponent(name)}`
  await onServer(address, async (ask) => {
    await ask(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`).catch(
      (error: { errno?: number }) => {
        if (error.errno === 1007)
          throw new Trouble(
            `The database ${name} is left from an interrupted restore and contains a copy of a backup. Run DROP DATABASE \`${name}\`, then try again.`,
          )
        if (error.errno !== 1044 && error.errno !== 1142 && error.errno !== 1227) throw error
        throw new Trouble(
          `The database user may not create a second database, which is needed to read the backup. As an administrator of the database:
  CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
  GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES ON \`${name}\`.* TO the user of DATABASE_URL;
Then set SCRATCH_DATABASE_URL to its address (DATABASE_URL with ${name} at its end), try again, and drop the database afterwards.`,
        )
      },
    )
  })
  return {
    url: url.href,
    drop: () =>
      onServer(address, async (ask) => {
        await ask(`DROP DATABASE \`${name}\``)
      }),
  }
}
