import { afterAll, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => (await import('../../../tests/reliability/own-database')).ownDatabase())

import { closeDatabase, execute } from '~/database/database.server'
import { systemScope } from '~/models/shared/scope.server'
import { lastBackup, recordBackup } from './backups.server'
import { jobQueue, mailQueue } from './queues.server'

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

const system = systemScope()
const ago = (seconds: number) => `UTC_TIMESTAMP(3) - INTERVAL ${seconds} SECOND`

it('counts nothing where nothing waits', async () => {
  expect(await jobQueue(system)).toEqual({ waiting: 0, oldestSeconds: null, failed: 0, running: 0, later: 0 })
  expect(await mailQueue(system)).toEqual({ waiting: 0, oldestSeconds: null, failed: 0, lastDay: 0, failedLastDay: 0 })
  expect(await lastBackup(system)).toBeNull()
})

it('tells jobs whose time has come from those of later, and how long the oldest could have been done', async () => {
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

it('counts the mails that are not sent', async () => {
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

it('knows the last backup', async () => {
  await recordBackup(system, { fileName: 'shala-2026-11-24t183000z.tar.age', sizeBytes: 5_000_000_000 })
  await execute(`UPDATE backups SET made_at = ${ago(86_400)}`, {})
  expect(await lastBackup(system)).toMatchObject({ sizeBytes: 5_000_000_000, ageSeconds: 86_400 })
  await recordBackup(system, { fileName: 'shala-2026-11-25t183000z.tar.age', sizeBytes: 7 })
  expect(await lastBackup(system)).toMatchObject({ sizeBytes: 7, madeAt: expect.any(Date) })
})
