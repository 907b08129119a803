import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDatabase, migrate, startApp } from '../factories/app'
import { unique } from '../factories/insert'

/*
 * Upgrades an installation: the database of the demo schools as commit 019c5753 left it on MariaDB 10.11. Baselines now
 * replace its migrations (decision 62); an upgrade and a new installation must lead to the same tables.
 */

const statements = gunzipSync(readFileSync('tests/fixtures/database-of-019c5753.sql.gz')).toString().trim().split(';\n')

const upgradedName = `shala_${unique()}`
let fresh: Awaited<ReturnType<typeof makeDatabase>>
let upgraded: { url: string }
let rowsBefore: Array<[table: string, rows: number]>
let refused: Awaited<ReturnType<typeof refuseOlder>>

beforeAll(async () => {
  fresh = await makeDatabase({ hasNeighbour: false })
  upgraded = { url: fresh.url.replace(fresh.name, upgradedName) }
  await asked(fresh.url, async (ask) => {
    await ask(`CREATE DATABASE ${upgradedName} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
    await ask(`USE ${upgradedName}`)
    await ask('SET FOREIGN_KEY_CHECKS = 0')
    for (const statement of statements) await ask(statement)
  })
  refused = await refuseOlder()
  rowsBefore = await rowsOf(upgraded.url)
  await migrate(upgraded.url)
})

afterAll(async () => {
  await asked(fresh.url, (ask) => ask(`DROP DATABASE IF EXISTS ${upgradedName}`))
  await fresh.drop()
})

type Ask = (sql: string) => Promise<RowDataPacket[]>

async function asked<Answer>(url: string, work: (ask: Ask) => Promise<Answer>): Promise<Answer> {
  const connection = await createConnection({ uri: url, timezone: 'Z' })
  try {
    return await work(async (sql) => (await connection.query<RowDataPacket[]>(sql))[0])
  } finally {
    await connection.end()
  }
}

const tablesOf = async (ask: Ask): Promise<string[]> =>
  (
    await ask('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY name')
  ).map(({ name }) => name)

const rowsOf = (url: string) =>
  asked(url, async (ask) => {
    const counted: Array<[string, number]> = []
    for (const table of (await tablesOf(ask)).filter((name) => name !== 'migrations')) {
      const [row] = await ask(`SELECT COUNT(*) AS count FROM ${table}`)
      counted.push([table, row?.count])
    }
    return counted
  })

/**
 * Returns the server's definition of each table: columns in their order with type, default, collation and generating
 * expression; then indexes, foreign keys and checks, sorted, because their order means nothing.
 */
const schemaOf = (url: string) =>
  asked(url, async (ask) => {
    const schema: Record<string, string[]> = {}
    for (const table of await tablesOf(ask)) {
      const [row] = await ask(`SHOW CREATE TABLE ${table}`)
      // MySQL repeats a column's character set when a statement named it; the collation already implies it.
      const text: string = row?.['Create Table'].replace(/ AUTO_INCREMENT=\d+| CHARACTER SET \w+(?= COLLATE)/g, '')
      const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''))
      const isColumn = (line: string) => line.startsWith('`')
      schema[table] = [...lines.filter(isColumn), ...lines.filter((line) => !isColumn(line)).sort()]
    }
    return schema
  })

const historyOf = (url: string) =>
  asked(url, async (ask) => (await ask('SELECT name FROM migrations ORDER BY name')).map(({ name }) => String(name)))

/** Tries to migrate the database while its last replaced migration is renamed, as if it had never run. */
async function refuseOlder() {
  const rename = (from: string, to: string) =>
    asked(upgraded.url, (ask) => ask(`UPDATE migrations SET name = '${to}' WHERE name = '${from}'`))
  const state = async () => [await schemaOf(upgraded.url), await historyOf(upgraded.url)]
  await rename('0106-grievances-unread', '0106-later')
  const before = await state()
  const error = await migrate(upgraded.url).then(
    () => null,
    ({ stderr }) => stderr,
  )
  const after = await state()
  await rename('0106-later', '0106-grievances-unread')
  return { error, before, after }
}

it('refuses a database of a version before the baselines, and changes nothing in it', () => {
  expect(refused.error).toBe(
    '\nThis database is of a version before commit 019c5753 (27 November 2026), which this version cannot upgrade: upgrade it with that commit first, then with this version.\n',
  )
  expect(refused.after).toEqual(refused.before)
})

it('upgrades to the tables of a new installation without running the baselines', async () => {
  expect(await schemaOf(upgraded.url)).toEqual(await schemaOf(fresh.url))
  const later = (name: string) => name > '0107'
  expect((await historyOf(upgraded.url)).filter(later)).toEqual((await historyOf(fresh.url)).filter(later))
  expect((await historyOf(fresh.url)).filter((name) => !later(name))).toEqual(
    ['core', 'people', 'contact', 'money', 'learning', 'entry'].map((wing, at) => `0106-${at + 1}-${wing}`),
  )
})

it('loses no row in an upgrade, and a second run finds nothing to do', async () => {
  expect(rowsBefore.reduce((sum, [, rows]) => sum + rows, 0)).toBeGreaterThan(4_000)
  expect(rowsBefore.filter(([, rows]) => rows > 0).length).toBeGreaterThan(100)
  expect(await rowsOf(upgraded.url)).toEqual(expect.arrayContaining(rowsBefore))
  const before = await historyOf(upgraded.url)
  await migrate(upgraded.url)
  expect(await historyOf(upgraded.url)).toEqual(before)
})

it('lets a student sign in with the previous password, and shows the payments', async () => {
  const app = await startApp({ databaseUrl: upgraded.url })
  try {
    const form = { email: 'asha.patel@demo.shala.test', password: 'Demo-student-2026' }
    const signedIn = await app.request('/students/login', { form })
    expect(signedIn.status).toBe(303)
    const cookie = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
    const fees = await app.request('/students/fees', { cookie })
    expect(fees.status).toBe(200)
    expect(fees.text).toContain('Download Receipt')
  } finally {
    await app.stop()
  }
})
