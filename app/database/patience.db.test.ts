import { afterAll, expect, it, vi } from 'vitest'

const limitMs = await vi.hoisted(async () => {
  const { patience } = await import('../../tests/setup/slowness')
  // At most 5 s, so that the statements below outlast three times the limit on any machine.
  const limit = Math.min(patience(1000), 5_000)
  process.env.DATABASE_PATIENCE_MS = String(limit)
  process.env.DATABASE_POOL = '2'
  return limit
})

import { readRow } from '../../tests/factories/read'
import { patience } from '../../tests/setup/slowness'
import { closeDatabase, inTransaction, number, openRows, poolUse } from './database.server'
import { isDatabaseGone } from './errors.server'
import { workForRequest } from './work.server'

/* A sleeping statement simulates a server that hangs, and one that sleeps a little longer than the limit a slow one. */

afterAll(closeDatabase)

const sleeps = (seconds: number) => readRow(`SELECT SLEEP(${seconds}) AS slept`)
const limit = limitMs / 1000

/** Outcome of the work, and its duration in milliseconds. */
async function outcomeOf(work: () => Promise<unknown>) {
  const begun = performance.now()
  const outcome = await work().then(
    () => 'done',
    (error: unknown) => (isDatabaseGone(error) ? 'gone' : String(error)),
  )
  return { outcome, ms: performance.now() - begun }
}

it('aborts a request’s slow read and its connection, and runs the next read on another connection', async () => {
  const late = await outcomeOf(() => workForRequest(() => sleeps(60)))
  expect(late.outcome).toBe('gone')
  expect(late.ms).toBeGreaterThan(0.9 * limitMs)
  expect(late.ms).toBeLessThan(30_000)
  expect((await outcomeOf(() => workForRequest(() => sleeps(0)))).outcome).toBe('done')
})

it('allows longer statements in a transaction, and does not limit them in background work', async () => {
  const within = (seconds: number) => outcomeOf(() => workForRequest(() => inTransaction(() => sleeps(seconds))))
  expect((await within(1.4 * limit)).outcome).toBe('done')
  expect((await within(60)).outcome).toBe('gone')
  expect((await outcomeOf(() => sleeps(4 * limit))).outcome).toBe('done')
})

it('does not time out a streamed read, which lasts as long as its reader', async () => {
  const answer = await outcomeOf(() =>
    workForRequest(async () => {
      const rows = await openRows(
        { one: number('one') },
        `FROM (SELECT 1 AS one UNION ALL SELECT SLEEP(${2 * limit})) two`,
        {},
      )
      expect(await rows.take(10)).toHaveLength(2)
      await rows.close()
    }),
  )
  expect(answer.outcome).toBe('done')
})

it('stops waiting for a connection when all are busy', async () => {
  const busy = [sleeps(4 * limit), sleeps(4 * limit)]
  const waiting = outcomeOf(() => workForRequest(() => sleeps(0)))
  await vi.waitFor(() => expect(poolUse()).toEqual([{ server: 'primary', used: 2, waiting: 1 }]), {
    timeout: patience(5000),
  })
  expect((await waiting).outcome).toBe('gone')
  await Promise.all(busy)
  await vi.waitFor(() => expect(poolUse()).toEqual([{ server: 'primary', used: 0, waiting: 0 }]), {
    timeout: patience(5000),
  })
})
