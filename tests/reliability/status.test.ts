import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase())

import { closeDatabase, execute } from '~/database/database.server'
import { forgetWorker, noteWorker } from '~/models/core/installation/workers.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { type RunningApp, staffCookie, startApp } from '../factories/app'
import { readRows } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { until } from './stage'

const token = 'an-operators-token-of-the-tests-0123456789'
let app: RunningApp

beforeAll(async () => {
  app = await startApp({ databaseUrl: database.url, env: { OPERATOR_TOKEN: token, LOG_LEVEL: 'info' } })
})

afterAll(async () => {
  await app?.stop()
  await closeDatabase()
  await database.giveBack()
})

const bearer = (word: string) => ({ headers: { authorization: `Bearer ${word}` } })
const basic = (word: string, name = 'operator') => ({
  headers: { authorization: `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}` },
})

/** Returns the values of the metrics by name and labels. */
async function metrics(): Promise<Record<string, number>> {
  const { status, headers, text } = await app.request('/metrics', bearer(token))
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')])
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

it('reports queues, backups, disk, database and requests to Prometheus', async () => {
  await execute(
    `INSERT INTO jobs (kind, payload, state, run_at, created_at)
     VALUES ('send-mail', '{}', 'waiting', UTC_TIMESTAMP(3) - INTERVAL 900 SECOND, UTC_TIMESTAMP(3))`,
    {},
  )
  expect(await metrics()).not.toHaveProperty('shala_backup_age_seconds')
  await execute("INSERT INTO backups (made_at, file_name, size_bytes) VALUES (UTC_TIMESTAMP(3), 'x', 4096)", {})
  expect(await metrics()).not.toHaveProperty('shala_logs_age_seconds')
  await execute(
    `INSERT INTO backups (made_at, file_name, size_bytes) VALUES
       (UTC_TIMESTAMP(3) - INTERVAL 600 SECOND, 'logs', 1), (UTC_TIMESTAMP(3) - INTERVAL 900 SECOND, 'logs begun', 0)`,
    {},
  )
  await app.request('/students/login')
  await app.request('/students/fees/secret-name')
  await app.request('/no-such-page/secret-name')
  const found = await metrics()
  expect(found).toMatchObject({
    shala_database_up: 1,
    shala_ready: 1,
    shala_jobs_waiting: 1,
    shala_jobs_failed: 0,
    shala_mails_waiting: 0,
    shala_mails_oldest_seconds: 0,
    shala_backup_size_bytes: 4096,
    shala_logs_have_backup: 1,
    'shala_http_request_duration_seconds_count{kind="student",status="200"}': 1,
    'shala_http_request_duration_seconds_count{kind="other",status="404"}': 1,
  })
  expect(found.shala_jobs_oldest_seconds).toBeGreaterThanOrEqual(900)
  expect(found.shala_logs_age_seconds).toBeGreaterThanOrEqual(600)
  expect(found.shala_disk_free_bytes).toBeGreaterThan(0)
  expect(found.process_resident_memory_bytes).toBeGreaterThan(10_000_000)
  expect(Object.keys(found).filter((name) => /secret|login|fees/.test(name))).toEqual([])
  expect(
    Object.keys(found).some((name) => /^shala_info\{version="\d+\.\d+\.\d+",commit="[0-9a-f]*"\}$/.test(name)),
  ).toBe(true)
})

it('reports jobs by class and kind, workers and their troubles to Prometheus', async () => {
  const job = (jobClass: string, state: string) =>
    execute(
      `INSERT INTO jobs (kind, class, payload, state, run_at, created_at)
       VALUES ('make-receipt', :jobClass, '{}', :state, UTC_TIMESTAMP(3) - INTERVAL 300 SECOND, UTC_TIMESTAMP(3))`,
      { jobClass, state },
    )
  await job('money', 'running')
  await job('bulk', 'waiting')
  await noteWorker(systemScope(), 'one', [{ name: 'mail', state: 'resting' }])
  await noteWorker(systemScope(), 'two', [])
  const found = await metrics()
  expect(found).toMatchObject({
    'shala_jobs_of_kind_waiting{class="money",kind="make-receipt"}': 0,
    'shala_jobs_of_kind_oldest_seconds{class="money",kind="make-receipt"}': 0,
    'shala_jobs_of_kind_running{class="money",kind="make-receipt"}': 1,
    'shala_jobs_of_kind_waiting{class="bulk",kind="make-receipt"}': 1,
    'shala_jobs_of_kind_running{class="bulk",kind="make-receipt"}': 0,
    shala_workers_alive: 2,
    'shala_service_trouble{service="mail",state="resting"}': 1,
  })
  expect(found['shala_jobs_of_kind_oldest_seconds{class="bulk",kind="make-receipt"}']).toBeGreaterThanOrEqual(300)
  for (const name of ['one', 'two']) await forgetWorker(systemScope(), name)
  await execute("DELETE FROM jobs WHERE kind = 'make-receipt'", {})
  expect(await metrics()).toMatchObject({ shala_workers_alive: 0 })
})

it('reports the database connections that the process uses, and the passwords that wait to be checked', async () => {
  const used = 'shala_database_connections_used{server="primary"}'
  const waiting = 'shala_database_connections_waiting{server="primary"}'
  await until(async () =>
    expect(await metrics()).toMatchObject({ [used]: 0, [waiting]: 0, shala_passwords_waiting: 0 }),
  )
  const other = await createConnection(database.url)
  await other.query('LOCK TABLES students WRITE')
  const form = { email: 'nobody@school.test', password: 'not-the-password-1' }
  const answer = app.request('/students/login', { form })
  await until(async () => expect((await metrics())[used]).toBeGreaterThan(0))
  await other.end()
  expect((await answer).status).toBe(422)
})

it('logs the school and the kind of account of a request', async () => {
  const school = await makeSchool()
  await app.request('/school', { cookie: await staffCookie(school, await makeStaff(school)) })
  const line = await until(() => {
    const [found = ''] = app.output().match(/^.*"path":"\/school".*$/m) ?? []
    expect(found).not.toBe('')
    return found
  })
  expect(JSON.parse(line)).toMatchObject({ school: school.id, account: 'staff', res: { status: 200 } })
})

it('shows the operator the status on a page without scripts', async () => {
  const { status, headers, text } = await app.request('/status', basic(token, ''))
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(text).not.toMatch(/<script|style="/)
  const words = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toContain('Due jobs 1')
  expect(words).toContain('No worker is running')
  expect(words).toContain(
    'Copies of the binary log Nothing copied for five minutes Age of the newest copied entry 10 min',
  )
  expect(words).toMatch(/Database Reachable Migrations All have run This process has run for \d+ s/)
  expect(words).toMatch(/Last backup \(UTC\) \d{4}-\d\d-\d\d \d\d:\d\d Age \d s Size 4\.1 kB/)
})

it('shows held jobs after a restore, by kind', async () => {
  expect((await app.request('/status', basic(token))).text).not.toContain('Held after a restore')
  expect(Object.keys(await metrics()).filter((name) => name.includes('held'))).toEqual([])
  await execute(
    "INSERT INTO outgoing_holds VALUES (0, 'mail', 'restore', UTC_TIMESTAMP(3)), (0, 'refund', 'restore', UTC_TIMESTAMP(3))",
    {},
  )
  await execute(
    `INSERT INTO jobs (kind, payload, state, run_at, created_at)
     VALUES ('send-mail', '{}', 'held', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) - INTERVAL 100 MINUTE)`,
    {},
  )
  const found = await metrics()
  expect(found).toMatchObject({
    'shala_held_jobs{what="mail"}': 1,
    'shala_held_jobs{what="refund"}': 0,
    'shala_held_schools{what="mail"}': 1,
  })
  expect(found['shala_held_oldest_seconds{what="mail"}']).toBeGreaterThanOrEqual(6000)
  const words = (await app.request('/status', basic(token))).text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toContain('Held after a restore Waiting for your release')
  expect(words).toMatch(/Mails 1 1 100 min Refunds 1 0 –/)
})

it(`refuses clients without the operator's token, and logs a wrong token without its value`, async () => {
  for (const [address, call] of [
    ['/metrics', {}],
    ['/metrics', basic(token)],
    ['/metrics', bearer(`${token}x`)],
    ['/status', bearer(token)],
    ['/status', basic('', token)],
    ['/status', basic('wrong-word-of-somebody')],
    ['/status', { headers: { authorization: 'Basic %%%' } }],
  ] as const) {
    const answer = await app.request(address, call)
    const scheme = address === '/status' ? 'Basic' : 'Bearer'
    expect([answer.status, answer.headers['www-authenticate'], answer.text]).toEqual([
      401,
      `${scheme} realm="Shala", charset="UTF-8"`,
      '',
    ])
  }
  const events = await readRows<{ times: number }>(
    "SELECT CAST(SUM(times) AS UNSIGNED) AS times FROM security_events WHERE kind = 'operator-refused'",
  )
  expect(Number(events[0]?.times)).toBe(4)
  expect(app.output()).toContain('operator-refused')
  expect(app.output()).not.toMatch(/wrong-word|of-the-tests/)
})

it('returns 404 when the installation has no token', async () => {
  const without = await startApp({ databaseUrl: database.url })
  try {
    for (const [address, call] of [
      ['/metrics', bearer(token)],
      ['/metrics', bearer('undefined')],
      ['/status', basic(token)],
      ['/status', {}],
    ] as const) {
      const { status, headers } = await without.request(address, call)
      expect([status, headers['www-authenticate']]).toEqual([404, undefined])
    }
  } finally {
    await without.stop()
  }
})

it('reports that the database is unreachable, together with the metrics that do not need it', async () => {
  const lost = await startApp({
    databaseUrl: 'mysql://root@127.0.0.1:9/shala',
    env: { OPERATOR_TOKEN: token },
    until: 'alive',
  })
  try {
    const page = await lost.request('/status', basic(token))
    expect([page.status, page.text.includes('Database not reachable')]).toEqual([200, true])
    const { status, text } = await lost.request('/metrics', bearer(token))
    expect(status).toBe(200)
    expect(text).toContain('\nshala_database_up 0\n')
    expect(text).toContain('\nshala_disk_free_bytes ')
    expect(text).not.toContain('shala_jobs')
  } finally {
    await lost.stop()
  }
})
