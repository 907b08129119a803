import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DataTypes, type Sequelize } from 'sequelize'
import { SequelizeStorage, Umzug } from 'umzug'
import { database } from './connection.server'
import type { Migration } from './migration'

/** Migrations table as Umzug would create it, but in our character set: it exists before a migration could fix it. */
function tableOf(sequelize: Sequelize) {
  const name = { type: DataTypes.STRING, allowNull: false, primaryKey: true, unique: true }
  const characters = { charset: 'utf8mb4', collate: 'utf8mb4_unicode_ci' }
  return sequelize.define('migrations', { name }, { tableName: 'migrations', timestamps: false, ...characters })
}

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
            // No need to record the written schools: this build keeps no page of the build before.
            await sequelize.query(sql, { logging: false })
          })
        },
      }),
    },
    storage: new SequelizeStorage({ model: tableOf(sequelize) }),
    logger: undefined,
  })
}

/**
 * Runs pending migrations and returns their names. Two concurrent calls would run the same ones: hold the lock
 * (`whileSchemaLocked`) around it.
 */
export async function migrate(folder: string): Promise<string[]> {
  return (await migrator(folder).up()).map((migration) => migration.name)
}

/** Names of migrations that have not run yet. */
export async function pendingMigrations(folder: string): Promise<string[]> {
  return (await migrator(folder).pending()).map((migration) => migration.name)
}
