import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () =>
  (await import('../../../../tests/reliability/own-database')).ownDatabase(),
)

import { closeDatabase, execute, insertRows, inTransaction, database as pool } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { readRow, readRows } from '../../../../tests/factories/read'
import { claimJob, findLinesWithWork } from './job-queue.server'

/*
 * Cost of a claim with 100,000 waiting jobs of 200 schools, half of the jobs not yet due: the number of rows that the
 * server reads, and its query plan, on MariaDB and MySQL.
 */

const schools = 200
const each = 500
const me = { name: 'test', kinds: ['send-mail'], leaseSeconds: 60 }
const system = systemScope()

beforeAll(async () => {
  const now = new Date()
  const later = new Date(Date.now() + 86_400_000)
  await insertRows(
    'schools',
    ['public_id', 'name', 'email', 'phone', 'address', 'created_at', 'updated_at'],
    Array.from({ length: schools }, (_, n) => [newPublicId(), `School ${n}`, `s${n}@x.test`, '1', 'x', now, now]),
  )
  const ids = (await readRows<{ id: number }>('SELECT id FROM schools ORDER BY id')).map(({ id }) => id)
  const jobs = ids.flatMap((id) =>
    Array.from({ length: each }, (_, n) => [id, 'send-mail', 'bulk', 'mail', '{}', n % 2 === 0 ? later : now, now]),
  )
  const waited = ids.flatMap((id) =>
    ['mail', 'unapproved-mail'].flatMap((lane) =>
      [now, later].map((runAt) => [id, 'send-mail', 'waited', lane, '{}', runAt, now]),
    ),
  )
  const columns = ['school_id', 'kind', 'class', 'lane', 'payload', 'run_at', 'created_at']
  await insertRows('jobs', columns, [...jobs, ...waited])
  await execute('ANALYZE TABLE jobs, schools', {})
})

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

/** Connection, and number of rows that the server has read for it so far; the tests use one connection at a time. */
async function looked(): Promise<{ connection: number; rows: number }> {
  const rows = await readRows<{ Variable_name: string; Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
  const connection = await readRow<{ id: number }>('SELECT CONNECTION_ID() AS id')
  return { connection: connection?.id ?? 0, rows: rows.reduce((sum, { Value }) => sum + Number(Value), 0) }
}

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = await looked()
  await work()
  const after = await looked()
  expect(after.connection).toBe(before.connection)
  return after.rows - before.rows
}

it('reads a bounded number of rows to find a job, and serves every school in turn', async () => {
  let after = 0
  const served: number[] = []
  for (let time = 0; time < 5; time++) {
    const cost = await costOf(async () => {
      const job = await claimJob(system, me, { class: 'bulk', lane: 'mail', after, busy: served, mayShare: false })
      after = job?.schoolId ?? 0
      served.push(after)
    })
    // MySQL sometimes reads a row of each school, but never all 100,000 jobs.
    expect(cost).toBeLessThan(schools * 2)
  }
  expect(new Set(served).size).toBe(5)
})

interface PlannedTable {
  table: string | null
  key: string | null
  Extra: string | null
}

/** Option of Sequelize that receives each statement; Sequelize's own types omit it. */
interface Logging {
  options: { logging: (statement: string) => void }
}

/** The server's plan (`EXPLAIN`) of the statement that claims a job. */
async function planOf(turn: Parameters<typeof claimJob>[2]): Promise<PlannedTable[]> {
  const sent = vi.spyOn((pool() as unknown as Logging).options, 'logging')
  await claimJob(system, me, turn)
  const statements = sent.mock.calls.map(([statement]) => statement.replace(/^Executing .*?: /, ''))
  sent.mockRestore()
  const claim = statements.find((statement) => statement.includes('SKIP LOCKED'))
  return inTransaction(() => readRows<PlannedTable>(`EXPLAIN FORMAT=TRADITIONAL ${claim}`))
}

it.each([
  ['bulk', 'mail', false],
  ['bulk', 'mail', true],
  ['bulk', 'import', false],
  ['waited', 'mail', true],
  ['waited', 'unapproved-mail', true],
] as const)(
  'uses the index without sorting to find a job: class %s, lane %s, a second job of a school: %s',
  async (jobClass, lane, mayShare) => {
    const plan = await planOf({ class: jobClass, lane, after: 100, busy: [1, 2], mayShare })
    const lookups = plan.filter(({ table }) => table === 'jobs')
    expect(lookups.length).toBeGreaterThanOrEqual(4)
    expect(new Set(lookups.map(({ key }) => key))).toEqual(new Set(['jobs_turns']))
    expect(plan.filter(({ Extra }) => /filesort|temporary/.test(Extra ?? ''))).toEqual([])
  },
)

it('reads a few rows per school when no job is due yet', async () => {
  await execute("UPDATE jobs SET run_at = run_at + INTERVAL 1 DAY WHERE state = 'waiting'", {})
  const cost = await costOf(async () => {
    expect(await claimJob(system, me, { class: 'bulk', lane: 'mail', after: 0, busy: [], mayShare: false })).toBeNull()
  })
  expect(cost).toBeLessThan(schools * 6)
})

it.each([
  ['mail', 6],
  // More rows: the import lane looks for approved schools first.
  ['import', 10],
] as const)('reads a few rows per school when a lane has no jobs: lane %s', async (lane, each) => {
  const cost = await costOf(() => claimJob(system, me, { class: 'money', lane, after: 0, busy: [], mayShare: false }))
  expect(cost).toBeLessThan(schools * each)
})

it('reads a few rows per school when all schools with jobs are suspended', async () => {
  await execute("UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE state = 'waiting'", {})
  await execute('UPDATE schools SET suspended_at = UTC_TIMESTAMP(3)', {})
  const cost = await costOf(async () => {
    expect(await claimJob(system, me, { class: 'bulk', lane: 'mail', after: 0, busy: [], mayShare: false })).toBeNull()
  })
  await execute('UPDATE schools SET suspended_at = NULL', {})
  await execute("UPDATE jobs SET run_at = run_at + INTERVAL 1 DAY WHERE state = 'waiting'", {})
  expect(cost).toBeLessThan(schools * 6)
})

it('reads a few rows to find the lanes with jobs', async () => {
  const lines = [
    { class: 'bulk', lane: 'mail' },
    { class: 'money', lane: 'work' },
  ] as const
  const find = async (found: readonly object[]) => {
    const cost = await costOf(async () => {
      expect([...(await findLinesWithWork(system, lines))]).toEqual(found)
    })
    expect(cost).toBeLessThan(60)
  }
  await find([])
  await execute("UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE state = 'waiting' LIMIT 1", {})
  await find([lines[0]])
})
