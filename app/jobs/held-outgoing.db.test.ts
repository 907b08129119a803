import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => (await import('../../tests/reliability/own-database')).ownDatabase())

import { closeDatabase, execute, inTransaction, outsideTransaction } from '~/database/database.server'
import { enqueueLeftMessages } from '~/models/contact/messaging/tell/left-messages.server'
import { listFailed, repeatFailed } from '~/models/core/installation/failed-jobs.server'
import { enqueueJob, enqueueMail } from '~/models/core/outbox/enqueue.server'
import {
  dismissOutgoing,
  heldByKind,
  holdOutgoing,
  listHeld,
  releaseOutgoing,
} from '~/models/core/outbox/hold-outgoing.server'
import type { JobKind } from '~/models/core/outbox/job-kinds'
import { lineOfKind, outgoingKinds } from '~/models/core/outbox/job-kinds'
import { claimJob, claimLostJob } from '~/models/core/outbox/job-queue.server'
import { schoolScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
import { makeMessagingThings } from '../../tests/factories/messaging'
import { makeNotice } from '../../tests/factories/notices'
import { readRow, readRows } from '../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import { handlers } from './registry.server'

const system = systemScope()
const me = { name: 'worker', kinds: Object.keys(handlers), leaseSeconds: 60 }
let school: MadeSchool
let other: MadeSchool

beforeEach(async () => {
  await execute('DELETE FROM outgoing_holds', {})
  await execute('DELETE FROM jobs', {})
  school = await makeSchool({ name: 'B school' })
  other = await makeSchool({ name: 'C school' })
})

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

const ask = (kind: JobKind, of: MadeSchool, payload: Record<string, string | number> = {}) =>
  inTransaction(() =>
    enqueueJob({ kind: kind as 'send-mail', class: lineOfKind(kind).class, schoolId: of.id, payload }),
  )

const mail = (of: { id: number } | null, isOfAccount = false) =>
  inTransaction(() =>
    enqueueMail({
      schoolId: of?.id ?? null,
      to: 'reader@family.test',
      subject: 'S',
      text: 'T',
      ...(isOfAccount ? { isOfAccount: true as const } : {}),
    }),
  )

/** Kind and state of each job, in the order of their ids. */
const states = async (of?: MadeSchool) =>
  (
    await readRows<{ kind: string; state: string }>(
      `SELECT kind, state FROM jobs WHERE :id IS NULL OR school_id = :id ORDER BY id`,
      { id: of?.id ?? null },
    )
  ).map(({ kind, state }) => `${kind} ${state}`)

const claim = (kind: JobKind) =>
  claimJob(system, { ...me, kinds: [kind] }, { ...lineOfKind(kind), after: 0, busy: [], mayShare: false })

/** Runs the waiting jobs, as a worker does. */
async function work(): Promise<void> {
  const jobs = await readRows<{ id: number; kind: JobKind; payload: string; schoolId: number | null }>(
    "SELECT id, kind, payload, school_id AS schoolId FROM jobs WHERE state = 'waiting' AND run_at <= UTC_TIMESTAMP(3) ORDER BY id",
  )
  for (const { id, kind, payload, schoolId } of jobs) {
    await handlers[kind](JSON.parse(payload), schoolId === null ? null : schoolScope(schoolId, systemActor))
    await execute("UPDATE jobs SET state = 'done' WHERE id = :id", { id })
  }
}

describe('jobs that send something, after a restore', () => {
  it('holds waiting outgoing jobs and those of a lost worker, and leaves all other jobs', async () => {
    await mail(school)
    await mail(null, true)
    for (const kind of ['send-message', 'send-refund', 'mail-notice', 'tell-breach'] as const) await ask(kind, school)
    for (const kind of ['reconcile-payment', 'make-receipt', 'check-import'] as const) await ask(kind, school)
    expect((await claim('send-refund'))?.kind).toBe('send-refund')
    await execute("UPDATE jobs SET leased_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE state = 'running'", {})
    await holdOutgoing('restore')
    expect(await states()).toEqual([
      ...['send-mail held', 'send-mail held', 'send-message held', 'send-refund held', 'mail-notice held'],
      ...['tell-breach held', 'reconcile-payment waiting', 'make-receipt waiting', 'check-import waiting'],
    ])
    expect(await claim('send-refund')).toBeNull()
    expect(await claimLostJob(system, me)).toBeNull()
    expect((await claim('make-receipt'))?.kind).toBe('make-receipt')
  })

  it('holds new outgoing jobs, except account mails and jobs of schools that register later', async () => {
    await holdOutgoing('restore')
    const later = await makeSchool()
    for (const of of [school, null]) {
      await mail(of)
      await mail(of, true)
    }
    await mail(later)
    expect(await states()).toEqual([
      ...['send-mail held', 'send-mail waiting', 'send-mail held', 'send-mail waiting', 'send-mail waiting'],
    ])
  })

  it('holds a failed job that is repeated, unless its school was released', async () => {
    for (const of of [school, other]) await ask('send-refund', of)
    await execute("UPDATE jobs SET state = 'failed', finished_at = UTC_TIMESTAMP(3)", {})
    await holdOutgoing('restore')
    await releaseOutgoing(system, { schoolId: other.id })
    for (const job of await listFailed(system, {})) expect((await repeatFailed(system, job)).ok).toBe(true)
    expect(await states()).toEqual(['send-refund held', 'send-refund waiting'])
  })

  it('does not enqueue or reschedule a job for a held message', async () => {
    const student = await makeStudent(school)
    await makeMessagingThings(school, student)
    await holdOutgoing('restore')
    await execute('UPDATE outgoing_messages SET updated_at = updated_at - INTERVAL 1 HOUR', {})
    await execute("UPDATE jobs SET run_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR WHERE state = 'held'", {})
    const before = await readRows('SELECT id, run_at FROM jobs ORDER BY id')
    await enqueueLeftMessages(system)
    expect(await readRows('SELECT id, run_at FROM jobs ORDER BY id')).toEqual(before)
  })

  it('releases held jobs by school, by kind or all at once, and holds no later job that a release covers', async () => {
    await holdOutgoing('restore')
    await mail(school)
    await ask('send-refund', school)
    await ask('tell-notice', other)
    expect(await releaseOutgoing(system, { schoolId: school.id, what: 'refund' })).toBe(1)
    expect(await states()).toEqual(['send-mail held', 'send-refund waiting', 'tell-notice held'])
    await ask('send-refund', school)
    await ask('send-refund', other)
    expect((await states()).slice(3)).toEqual(['send-refund waiting', 'send-refund held'])
    expect(await releaseOutgoing(system, { schoolId: other.id })).toBe(2)
    expect(await states(other)).toEqual(['tell-notice waiting', 'send-refund waiting'])
    expect(await releaseOutgoing(system, { what: 'message' })).toBe(0)
    await ask('send-message', school)
    expect((await states()).at(-1)).toBe('send-message waiting')
    expect(await releaseOutgoing(system, {})).toBe(1)
    expect(await listHeld(system)).toEqual([])
    expect(await heldByKind(system)).toEqual([])
  })

  it('releases jobs that a concurrent transaction enqueues during the release', async () => {
    await holdOutgoing('restore')
    let released: Promise<number> = Promise.resolve(0)
    await inTransaction(async () => {
      await enqueueJob({ kind: 'send-refund', schoolId: school.id, payload: {} })
      let isOver = false
      released = outsideTransaction(() =>
        releaseOutgoing(system, {}).finally(() => {
          isOver = true
        }),
      )
      // Without waiting, the release would be finished within this number of statements.
      for (let statement = 0; statement < 50; statement++) await readRow('SELECT 1 AS one')
      expect(isOver).toBe(false)
    })
    expect(await released).toBe(1)
    expect(await states()).toEqual(['send-refund waiting'])
  })

  it('lists held jobs by school and kind, with the time of the oldest', async () => {
    await holdOutgoing('import')
    await mail(school)
    await mail(null)
    await ask('tell-notice', school)
    await ask('mail-notice', school)
    await execute("UPDATE jobs SET created_at = UTC_TIMESTAMP(3) - INTERVAL 500 SECOND WHERE kind = 'tell-notice'", {})
    const held = await listHeld(system)
    expect(held).toContainEqual({
      publicId: school.publicId,
      name: 'B school',
      what: 'notice',
      reason: 'import',
      since: expect.any(Date),
      jobs: 2,
      oldest: expect.any(Date),
    })
    expect(
      held.filter(({ publicId }) => publicId === other.publicId).map(({ jobs, oldest }) => [jobs, oldest]),
    ).toEqual(outgoingKinds.map(() => [0, null]))
    expect(held.find(({ publicId, what }) => publicId === null && what === 'mail')).toMatchObject({
      name: null,
      jobs: 1,
    })
    const byKind = await heldByKind(system)
    expect(byKind.find(({ what }) => what === 'mail')).toMatchObject({ jobs: 2 })
    expect(byKind.find(({ what }) => what === 'notice')?.oldestSeconds).toBeGreaterThanOrEqual(500)
    expect(byKind.find(({ what }) => what === 'refund')).toMatchObject({ jobs: 0, oldestSeconds: null })
  })
})

describe('a dismissed job', () => {
  it('only marks its mail or message as not sent, while later jobs of its school are still held', async () => {
    const student = await makeStudent(school)
    await makeMessagingThings(school, student)
    const notice = await makeNotice(school)
    await execute("UPDATE notices SET mail_after = '' WHERE id = :id", { id: notice.id })
    await ask('mail-notice', school, { noticeId: notice.id })
    await ask('tell-notice', school, { noticeId: notice.id })
    const mailId = await mail(school)
    await holdOutgoing('restore')
    const count = (await states(school)).length
    expect(await dismissOutgoing(system, { schoolId: other.id })).toBe(0)
    expect(await dismissOutgoing(system, { schoolId: school.id })).toBe(count)
    await work()
    expect(
      await readRow('SELECT state, last_error, body_text FROM outgoing_mail WHERE id = :mailId', { mailId }),
    ).toEqual({ state: 'skipped', last_error: 'dismissed', body_text: '' })
    const messages = await readRows<{ state: string; reason: string }>(
      'SELECT state, reason FROM outgoing_messages WHERE school_id = :id',
      { id: school.id },
    )
    expect(messages.length).toBeGreaterThan(0)
    expect(new Set(messages.map(({ state, reason }) => `${state}: ${reason}`))).toEqual(
      new Set(['skipped: Dismissed by the operator after a restore']),
    )
    expect(await readRow('SELECT mail_after FROM notices WHERE id = :id', { id: notice.id })).toEqual({
      mail_after: null,
    })
    expect(new Set(await states(school))).toEqual(
      new Set(['send-message done', 'mail-notice done', 'tell-notice done', 'send-mail done']),
    )
    await mail(school)
    expect((await states(school)).at(-1)).toBe('send-mail held')
  })
})

describe('a database of an earlier version', () => {
  it('has its outgoing jobs held by the migration that runs after the restore', async () => {
    const { up } = await import('../../prisma-free-db/migrations/0114-held-outgoing')
    await ask('send-refund', school)
    await ask('send-mail', other)
    await ask('make-receipt', other)
    expect((await claim('send-refund'))?.kind).toBe('send-refund')
    const columns = () =>
      readRows(
        "SELECT table_name, column_name, column_type, is_nullable FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name IN ('jobs','outgoing_holds','kept_numbers') ORDER BY 1, ordinal_position",
      )
    const today = await columns()
    await execute('DROP TABLE outgoing_holds, kept_numbers', {})
    await execute(
      `ALTER TABLE jobs MODIFY COLUMN state ENUM('waiting','running','done','failed') NOT NULL DEFAULT 'waiting',
         MODIFY COLUMN is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('waiting','running'),1,NULL)) VIRTUAL`,
      {},
    )
    await holdOutgoing('restore')
    expect(await states()).toEqual(['send-refund running', 'send-mail waiting', 'make-receipt waiting'])
    await up(async (sql) => {
      await execute(sql, {})
    })
    expect(await columns()).toEqual(today)
    expect(await states()).toEqual(['send-refund held', 'send-mail held', 'make-receipt waiting'])
    expect(await releaseOutgoing(system, {})).toBe(2)
    expect((await claim('send-refund'))?.kind).toBe('send-refund')
  })
})
