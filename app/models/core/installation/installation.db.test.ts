import { afterAll, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () =>
  (await import('../../../../tests/reliability/own-database')).ownDatabase(),
)

import { closeDatabase, execute } from '~/database/database.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { lastBackup, recordBackup } from './backups.server'
import { dismissFailed, listFailed } from './failed-jobs.server'
import { logCopies, recordLogCopy } from './log-copies.server'
import { jobQueue, jobsByKind, mailQueue } from './queues.server'
import { findWorkers, forgetWorker, noteWorker } from './workers.server'

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

const system = systemScope()
const ago = (seconds: number) => `UTC_TIMESTAMP(3) - INTERVAL ${seconds} SECOND`

it('returns zeros for empty queues', async () => {
  expect(await jobQueue(system)).toEqual({ waiting: 0, oldestSeconds: null, failed: 0, running: 0, later: 0 })
  expect(await mailQueue(system)).toEqual({ waiting: 0, oldestSeconds: null, failed: 0, lastDay: 0, failedLastDay: 0 })
  expect(await lastBackup(system)).toBeNull()
})

it('distinguishes due jobs from later ones, and returns the delay of the oldest', async () => {
  const job = (state: string, runAt: string) =>
    execute(
      `INSERT INTO jobs (kind, payload, state, run_at, created_at) VALUES ('send-mail', '{}', :state, ${runAt}, UTC_TIMESTAMP(3))`,
      { state },
    )
  await job('waiting', ago(600))
  await job('waiting', ago(30))
  await job('waiting', ago(-3600))
  await job('running', ago(900))
  await job('failed', ago(9000))
  await job('done', ago(9000))
  const { oldestSeconds, ...counts } = await jobQueue(system)
  expect(counts).toEqual({ waiting: 2, failed: 1, running: 1, later: 1 })
  expect(oldestSeconds).toBeGreaterThanOrEqual(600)
  expect(oldestSeconds).toBeLessThan(660)
})

it('counts due and running jobs by class and kind', async () => {
  const job = (of: string, state: string, runAt: string) =>
    execute(
      `INSERT INTO jobs (kind, class, payload, state, run_at, created_at) VALUES ('send-refund', :of, '{}', :state, ${runAt}, UTC_TIMESTAMP(3))`,
      { of, state },
    )
  await job('money', 'running', ago(5))
  await job('bulk', 'waiting', ago(600))
  await job('bulk', 'waiting', ago(-600))
  await job('bulk', 'done', ago(600))
  const rows = (await jobsByKind(system)).filter(({ kind }) => kind === 'send-refund')
  expect(rows.map(({ oldestSeconds, ...row }) => ({ ...row, isOld: Number(oldestSeconds) >= 600 }))).toEqual([
    { class: 'money', kind: 'send-refund', waiting: 0, running: 1, isOld: false },
    { class: 'bulk', kind: 'send-refund', waiting: 1, running: 0, isOld: true },
  ])
  expect(rows[0]?.oldestSeconds).toBeNull()
})

it('lists active workers and their problems, and deletes those that ended', async () => {
  expect(await findWorkers(system)).toEqual({ alive: 0, troubles: [] })
  const mail = { name: 'mail', state: 'resting' }
  await noteWorker(system, 'one', [mail])
  await noteWorker(system, 'two', [mail, { name: 'payments', state: 'slow' }])
  await noteWorker(system, 'gone', [{ name: 'sms 1', state: 'resting' }])
  await execute("UPDATE workers SET seen_at = UTC_TIMESTAMP(3) - INTERVAL 46 SECOND WHERE name = 'gone'", {})
  expect(await findWorkers(system)).toEqual({ alive: 2, troubles: [mail, { name: 'payments', state: 'slow' }] })
  await forgetWorker(system, 'two')
  await noteWorker(system, 'one', [])
  expect(await findWorkers(system)).toEqual({ alive: 1, troubles: [] })
})

it('excludes dismissed jobs and mails from its counts', async () => {
  const now = 'UTC_TIMESTAMP(3)'
  await execute(
    `INSERT INTO jobs (kind, payload, state, run_at, created_at) VALUES ('make-receipt', '{}', 'failed', ${now}, ${now})`,
    {},
  )
  await execute(
    `INSERT INTO outgoing_mail (to_address, subject, body_text, state, created_at) VALUES ('a@b.test', 's', '', 'failed', ${now})`,
    {},
  )
  const counts = async () => {
    const mails = await mailQueue(system)
    return { jobs: (await jobQueue(system)).failed, mails: mails.failed, mailsLastDay: mails.failedLastDay }
  }
  const before = await counts()
  expect(Math.min(before.jobs, before.mails)).toBeGreaterThan(0)
  for (const job of await listFailed(system, {})) await dismissFailed(system, job)
  expect(await counts()).toEqual({ jobs: 0, mails: 0, mailsLastDay: 0 })
  await execute('DELETE FROM outgoing_mail', {})
})

it('counts mails that are not sent yet', async () => {
  for (const [state, at] of [
    ['waiting', ago(120)],
    ['failed', ago(4000)],
    ['sent', ago(5000)],
  ] as const) {
    await execute(
      `INSERT INTO outgoing_mail (to_address, subject, body_text, state, created_at) VALUES ('a@b.test', 's', 'b', :state, ${at})`,
      { state },
    )
  }
  const { oldestSeconds, ...counts } = await mailQueue(system)
  expect(counts).toEqual({ waiting: 1, failed: 1, lastDay: 2, failedLastDay: 1 })
  expect(oldestSeconds).toBeGreaterThanOrEqual(120)
  expect(oldestSeconds).toBeLessThan(180)
})

it('returns the latest backup', async () => {
  await recordBackup(system, { fileName: 'shala-2026-11-24t183000z.tar.age', sizeBytes: 5_000_000_000 })
  await execute(`UPDATE backups SET made_at = ${ago(86_400)}`, {})
  expect(await lastBackup(system)).toMatchObject({ sizeBytes: 5_000_000_000, ageSeconds: 86_400 })
  await recordBackup(system, { fileName: 'shala-2026-11-25t183000z.tar.age', sizeBytes: 7 })
  expect(await lastBackup(system)).toMatchObject({ sizeBytes: 7, madeAt: expect.any(Date) })
})

it('returns how far the binary log is copied, and whether a backup was made since the last gap', async () => {
  expect(await logCopies(system)).toBeNull()
  const before = await lastBackup(system)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await recordLogCopy(system, { until: minutesAgo(30), bytes: 5, begins: 'There are no copies yet.' })
  // The last backup was made just now, after the copies began.
  expect(await logCopies(system)).toMatchObject({ hasBackup: true })
  await recordLogCopy(system, { until: minutesAgo(7), bytes: 5, begins: null })
  const { ageSeconds, hasBackup } = (await logCopies(system)) ?? {}
  expect([Math.round((ageSeconds ?? 0) / 60), hasBackup]).toEqual([7, true])
  await recordLogCopy(system, { until: minutesAgo(-1), bytes: 5, begins: 'The server was reset.' })
  expect(await logCopies(system)).toMatchObject({ hasBackup: false })
  // Copies do not count as backups.
  expect((await lastBackup(system))?.madeAt).toEqual(before?.madeAt)
})
