import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { build } from 'esbuild'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { isDeep } from './rotation'

/**
 * Fills a migrated database like one in use: with the demo schools (deep tier: also 5,000 students), a neighbour school
 * with higher numbers and newer versions, and statistics. Statistics change query plans, and a server has returned
 * wrong rows with such a plan. Keeps existing schools. Writes bundles to `folder`, and sets TEST_NEIGHBOUR to a file
 * with the statements that copy the neighbour school.
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

/**
 * Runs `fill` under a lock, and waits while another test run fills this database: two runs with one TEST_DATABASE_URL
 * would create the same demo schools. The lock ends with its connection.
 */
export async function fillAlone(url: string, fill: () => Promise<void>): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  const take = async (seconds: number) => {
    const [[row]] = await connection.query<RowDataPacket[]>(
      `SELECT GET_LOCK(CONCAT('shala-tests:', LEFT(SHA2(DATABASE(), 256), 40)), ${seconds}) AS taken`,
    )
    return row?.taken === 1
  }
  try {
    if (!(await take(0))) {
      console.log('Waiting for another run that fills this database …')
      while (!(await take(60)));
    }
    await fill()
  } finally {
    await connection.end()
  }
}

/** Updates the statistics of every table, as on a server that has run for a while. */
export async function analyseTables(url: string): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  try {
    const [tables] = await connection.query<RowDataPacket[]>(
      `SELECT TABLE_NAME AS name, VERSION() LIKE '%MariaDB%' AS isMariaDb FROM information_schema.TABLES
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`,
    )
    // PERSISTENT FOR ALL: MariaDB then stores its own statistics in addition to the storage engine's.
    for (const { name, isMariaDb } of tables) {
      await connection.query(`ANALYZE TABLE \`${name}\`${isMariaDb ? ' PERSISTENT FOR ALL' : ''}`)
    }
  } finally {
    await connection.end()
  }
}
