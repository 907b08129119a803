import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DataTypes, type Sequelize } from 'sequelize'
import { SequelizeStorage, Umzug } from 'umzug'
import { database } from './connection.server'
import type { Migration } from './migration'

/** Last of the migrations that the baselines replace (decision 62). */
const lastReplaced = '0106-grievances-unread'
const baselines = ['core', 'people', 'contact', 'money', 'learning', 'entry'].map(
  (wing, at) => `0106-${at + 1}-${wing}`,
)
/** Commit with the last replaced migration, as named to operators. */
export const lastOldCommit = 'commit 019c5753 (27 November 2026)'

/** Treats a database that has run the last replaced migration as one that has run the baselines. */
class History extends SequelizeStorage {
  override async executed(): Promise<string[]> {
    const names = await super.executed()
    return names.includes(lastReplaced) ? [...names, ...baselines] : names
  }
}

class OldDatabase extends Error {
  readonly code = 'OLD_DATABASE'
}

/**
 * Migrations table as Umzug would create it, but in our character set. A migration could not set it, because the table
 * must exist before the first migration runs.
 */
function tableOf(sequelize: Sequelize) {
  const name = { type: DataTypes.STRING, allowNull: false, primaryKey: true, unique: true }
  const characters = { charset: 'utf8mb4', collate: 'utf8mb4_unicode_ci' }
  return sequelize.define('migrations', { name }, { tableName: 'migrations', timestamps: false, ...characters })
}

const history = (sequelize: Sequelize) => new History({ model: tableOf(sequelize) })

/** Migration names have no file extension, so that the TypeScript sources and the compiled files share one history. */
function migrator(folder: string) {
  const sequelize = database()
  return new Umzug({
    migrations: {
      glob: ['*.{ts,js}', { cwd: folder, ignore: ['*.d.ts'] }],
      resolve: ({ name, path: file }) => ({
        name: path.basename(name).replace(/\.(ts|js)$/, ''),
        up: async () => {
          const module: { up: Migration } = await import(/* @vite-ignore */ pathToFileURL(file ?? '').href)
          await module.up(async (sql) => {
            // `logging` counts the statements of a request or job; migrations belong to neither.
            await sequelize.query(sql, { logging: false })
          })
        },
      }),
    },
    storage: history(sequelize),
    logger: undefined,
  })
}

/** @throws OldDatabase when the database has run some replaced migrations, but not the last one */
export async function requireUpgradable(): Promise<void> {
  const names = await history(database()).executed()
  if (names.length === 0 || names.some((name) => baselines.includes(name))) return
  throw new OldDatabase(
    `This database is of a version before ${lastOldCommit}, which this version cannot upgrade: upgrade it with that commit first, then with this version.`,
  )
}

/** Classifies a database or backup by its newest migration. Only a `known` one can be upgraded. */
export function classifyVersion(newest: string, folder: string): 'known' | 'older' | 'newer' {
  if (newest === lastReplaced || existsSync(path.join(folder, `${newest}.js`))) return 'known'
  return newest < lastReplaced ? 'older' : 'newer'
}

/**
 * Runs pending migrations and returns their names. Two concurrent calls would run the same ones: hold the lock
 * (`whileSchemaLocked`) around it.
 * @throws OldDatabase as `requireUpgradable` does
 */
export async function migrate(folder: string): Promise<string[]> {
  await requireUpgradable()
  return (await migrator(folder).up()).map((migration) => migration.name)
}

export async function pendingMigrations(folder: string): Promise<string[]> {
  return (await migrator(folder).pending()).map((migration) => migration.name)
}
