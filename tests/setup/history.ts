import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { build } from 'esbuild'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { isDeep } from './rotation'

/**
 * Gives a migrated database what one in use has: schools with years of rows (the demo schools; in the deep tier the school of 5,000
 * beside them), a neighbour that is further along in everything, and statistics. A server chooses other plans by them than on fresh
 * tables, and has answered wrongly by such a plan. A database that holds schools already keeps them as they are. The bundles are
 * written into `folder`, and with them the statements that copy the neighbour into a further database (TEST_NEIGHBOUR).
 */
export async function giveHistory(url: string, folder: string): Promise<void> {
  await build({
    entryPoints: { seed: 'scripts/seed.ts', neighbour: 'tests/setup/make-neighbour.ts' },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '~': './app' },
  })
  const run = (program: string, argument: string) =>
    execFileSync('node', [path.join(folder, program), argument], {
      env: {
        ...process.env,
        APP_MODE: 'demo',
        APP_KEY: 'a-key-for-tests-only-0123456789abcdef',
        BASE_URL: 'http://localhost:3000',
        DATABASE_URL: url,
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  run('seed.js', `--size=${isDeep ? 'large' : 'small'}`)
  process.env.TEST_NEIGHBOUR = path.join(folder, 'neighbour.json')
  run('neighbour.js', process.env.TEST_NEIGHBOUR)
  await analyseTables(url)
}

/** Gives every table of the database at `url` statistics, as a server that has run for a while has them. */
export async function analyseTables(url: string): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  try {
    const [tables] = await connection.query<RowDataPacket[]>(
      `SELECT TABLE_NAME AS name, VERSION() LIKE '%MariaDB%' AS isMariaDb FROM information_schema.TABLES
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`,
    )
    // MariaDB keeps statistics of its own beside the engine's, when asked to.
    for (const { name, isMariaDb } of tables) {
      await connection.query(`ANALYZE TABLE \`${name}\`${isMariaDb ? ' PERSISTENT FOR ALL' : ''}`)
    }
  } finally {
    await connection.end()
  }
}
