import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { type JobKind, lineOfKind } from '~/models/core/outbox/job-kinds'
import {
  claimJob,
  claimLostJob,
  completeJob,
  type Lessee,
  putBackJob,
  renewLease,
  sweepOutbox,
} from '~/models/core/outbox/job-queue.server'
import { maxAttempts } from '~/models/core/outbox/patience'
import { systemScope } from '~/models/core/shared/scope.server'
import { addAffectedStudents, makeBreach } from '../../tests/factories/breaches'
import { insert } from '../../tests/factories/insert'
import { readRows } from '../../tests/factories/read'
import { makeSchool } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import { type JobHandler, ofSchool } from './job.server'
import { type RunningWorker, startWorker, type WorkerOptions } from './loop.server'

/** Returns a kind of job for one test, so that workers of other tests ignore its jobs. */
const newKind = () => `test-${randomBytes(8).toString('hex')}` as JobKind
const system = systemScope()

const gates: (() => void)[] = []
/** Gate that a job waits for until the test opens it or ends. */
function newGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  gates.push(open)
  return { open, opened }
}

const workers: RunningWorker[] = []
const work = (options: WorkerOptions) => {
  const worker = startWorker(options)
  workers.push(worker)
  return worker
}
afterEach(async () => {
  vi.useRealTimers()
  for (const open of gates.splice(0)) open()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

function enqueue(kind: JobKind, job: { number?: number; uniqueKey?: string; schoolId?: number } = {}): Promise<void> {
  const { number = 0, schoolId = null, ...rest } = job
  return inTransaction(() => enqueueJob({ kind, class: 'waited', schoolId, payload: { number }, ...rest }))
}

interface Row {
  id: number
  state: string
  attempts: number
  lastError: string | null
  wait: number
}
const rows = (kind: JobKind) =>
  readRows<Row>(
    `SELECT id, state, attempts, last_error AS lastError, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), run_at) / 1e6 AS wait
     FROM jobs WHERE kind = :kind ORDER BY id`,
    { kind },
  )
const untilDone = (kind: JobKind) =>
  expect.poll(async () => (await rows(kind)).filter((row) => row.state !== 'done')).toEqual([])

const lessee = (kind: JobKind, name: string, leaseSeconds = 60): Lessee => ({ name, kinds: [kind], leaseSeconds })
const claim = (me: Lessee) =>
  claimJob(system, me, { ...lineOfKind(me.kinds[0] ?? ''), after: 0, busy: [], mayShare: false })
/** Expires the lease: a dead worker's jobs then count as lost. */
const endLease = (kind: JobKind) =>
  execute(
    "UPDATE jobs SET leased_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE kind = :kind AND state = 'running'",
    { kind },
  )
const makeDueNow = (kind: JobKind) => execute('UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE kind = :kind', { kind })

describe('workers', () => {
  it('run each job once, for any number of workers', async () => {
    const kind = newKind()
    for (let number = 0; number < 40; number++) await enqueue(kind, { number })
    const seen: unknown[] = []
    const handlers: Record<string, JobHandler> = {
      [kind]: async (payload) => {
        seen.push(payload.number)
        await nextTurn()
      },
    }
    work({ handlers })
    work({ handlers })
    await untilDone(kind)
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, number) => number))
    expect((await rows(kind)).map((row) => row.attempts)).toEqual(Array(40).fill(1))
  })

  it('take over a dead worker’s job, but only after its lease expired', async () => {
    const kind = newKind()
    await enqueue(kind, { number: 7 })
    const dead = lessee(kind, 'dead')
    const lost = await claim(dead)
    expect(lost?.attempt).toBe(1)
    expect(await claim(lessee(kind, 'early'))).toBeNull()

    const seen: unknown[] = []
    work({
      handlers: {
        [kind]: async (payload) => {
          seen.push(payload.number)
        },
      },
    })
    // When this later job is done, the worker has certainly looked for jobs.
    await enqueue(kind, { number: 8 })
    await expect.poll(() => seen).toEqual([8])
    await endLease(kind)
    await untilDone(kind)
    expect(seen).toEqual([8, 7])
    expect((await rows(kind))[0]).toMatchObject({ attempts: 2, state: 'done' })
    // Simulate a first worker that was only slow: its late result must change nothing.
    if (lost) {
      expect(await completeJob(system, dead, lost)).toBe(false)
      await putBackJob(system, dead, lost, 'late')
    }
    expect((await rows(kind))[0]).toMatchObject({ attempts: 2, state: 'done', lastError: null })
  })

  it('run a dead worker’s job without any import or paper beside it, and keep sending mails', async () => {
    const kind = newKind()
    await enqueue(kind, { number: 1 })
    await claim(lessee(kind, 'dead'))
    await endLease(kind)
    const gate = newGate()
    const seen: unknown[] = []
    work({
      handlers: {
        [kind]: async ({ number }) => {
          seen.push(number)
          if (number === 1) await gate.opened
        },
      },
    })
    await expect.poll(() => seen).toEqual([1])
    await enqueue(kind, { number: 2 })
    await inTransaction(async () => {
      await enqueueJob({ kind, class: 'waited', schoolId: null, payload: { number: 3 } })
      await execute("UPDATE jobs SET lane = 'mail' WHERE kind = :kind AND payload LIKE '%3%'", { kind })
    })
    await expect.poll(() => seen).toEqual([1, 3])
    gate.open()
    await untilDone(kind)
    expect(seen).toEqual([1, 3, 2])
  })

  it('renew the lease of a job that takes longer than the lease', async () => {
    const kind = newKind()
    await enqueue(kind)
    const gate = newGate()
    let runs = 0
    const handlers: Record<string, JobHandler> = {
      [kind]: async () => {
        runs++
        await gate.opened
      },
    }
    const leaseLeft = async () => {
      const [row] = await readRows<{ seconds: number }>(
        'SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), leased_until) AS seconds FROM jobs WHERE kind = :kind',
        { kind },
      )
      return row?.seconds ?? 0
    }
    vi.useFakeTimers({ toFake: ['setInterval'] })
    work({ handlers, leaseSeconds: 600 })
    await expect.poll(() => runs).toBe(1)
    // Shorten the lease, then advance the clock by a third of the lease, after which the worker must renew it.
    await execute('UPDATE jobs SET leased_until = leased_until - INTERVAL 500 SECOND WHERE kind = :kind', { kind })
    vi.advanceTimersByTime(200_000)
    await expect.poll(leaseLeft).toBeGreaterThan(300)
    gate.open()
    await untilDone(kind)
    expect(runs).toBe(1)
  })

  it('finish the current job when stopped, and claim no other', async () => {
    const kind = newKind()
    await enqueue(kind)
    await enqueue(kind)
    const gate = newGate()
    let begun = 0
    let finished = 0
    const worker = work({
      slotsOf: () => 1,
      handlers: {
        [kind]: async () => {
          begun++
          await gate.opened
          finished++
        },
      },
    })
    await expect.poll(() => begun).toBe(1)
    const stopped = worker.stop()
    gate.open()
    await stopped
    expect([begun, finished]).toEqual([1, 1])
    expect((await rows(kind)).map((row) => row.state)).toEqual(['done', 'waiting'])
  })

  it('pass the scope of the job’s school to its handler, and null for the installation’s own jobs', async () => {
    const kind = newKind()
    const school = await makeSchool()
    await enqueue(kind, { schoolId: school.id })
    const scopes: (number | null)[] = []
    const handler: JobHandler = async (_payload, scope) => {
      scopes.push(scope?.schoolId ?? null)
    }
    work({ handlers: { [kind]: handler } })
    await untilDone(kind)
    expect(scopes).toEqual([school.id])
    await expect(ofSchool(async () => {})({}, null)).rejects.toThrow('needs a school')
  })

  it('leave unknown kinds to a newer worker', async () => {
    const [known, unknown] = [newKind(), newKind()]
    await enqueue(unknown)
    await enqueue(known)
    work({ handlers: { [known]: async () => {} } })
    await untilDone(known)
    expect((await rows(unknown))[0]).toMatchObject({ state: 'waiting', attempts: 0 })
  })

  it('run periodic tasks at the start and repeatedly, also after a failure', async () => {
    let runs = 0
    const run = async () => {
      runs++
      if (runs === 1) throw new Error('not yet')
    }
    work({ handlers: { [newKind()]: async () => {} }, tasks: [{ name: 'test', everySeconds: 0.05, run }] })
    await expect.poll(() => runs).toBeGreaterThan(2)
  })
})

describe('a job that fails', () => {
  it('is retried after a pause that doubles each time up to an hour, and is finally abandoned', async () => {
    const kind = newKind()
    await enqueue(kind)
    const waits: number[] = []
    for (let attempt = 1; attempt < maxAttempts; attempt++) {
      await makeDueNow(kind)
      const me = lessee(kind, 'me')
      const job = await claim(me)
      if (!job) throw new Error('nothing to claim')
      await putBackJob(system, me, job, 'the provider is down')
      const [row] = await rows(kind)
      expect(row).toMatchObject({ state: 'waiting', attempts: attempt, lastError: 'the provider is down' })
      waits.push(Math.round(row?.wait ?? 0))
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600])
    await makeDueNow(kind)
    const last = await claim(lessee(kind, 'me'))
    if (last) expect(await putBackJob(system, lessee(kind, 'me'), last, 'still down')).toBe(true)
    expect((await rows(kind))[0]).toMatchObject({ state: 'failed', attempts: maxAttempts, lastError: 'still down' })
  })

  it('is logged without addresses, and does not delay others', async () => {
    const kind = newKind()
    await enqueue(kind, { number: 1 })
    await enqueue(kind, { number: 2 })
    work({
      slotsOf: () => 1,
      handlers: {
        [kind]: async (payload) => {
          if (payload.number === 1) throw new Error('no reader asha@demo.test here')
        },
      },
    })
    await expect.poll(async () => (await rows(kind)).map((row) => row.state)).toEqual(['waiting', 'done'])
    expect((await rows(kind))[0]?.lastError).toBe('no reader (address) here')
  })

  const loseIt = (kind: JobKind) =>
    execute(
      `UPDATE jobs SET state = 'running', leased_by = 'dead', leased_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE kind = :kind`,
      { kind },
    )

  it('is abandoned and reported after its worker ended twice in a row', async () => {
    const kind = newKind()
    const me = lessee(kind, 'me')
    await enqueue(kind, { number: 9 })
    await claim(me)
    await loseIt(kind)
    expect(await claimLostJob(system, me)).toMatchObject({ isGivenUp: false, job: { attempt: 2 } })
    await loseIt(kind)
    const told: unknown[] = []
    work({
      handlers: { [kind]: async () => expect.unreachable() },
      givenUp: { [kind]: async (payload) => void told.push(payload.number) },
    })
    await expect.poll(() => told).toEqual([9])
    expect((await rows(kind))[0]).toMatchObject({ state: 'failed', lastError: 'The worker ended while it ran' })
  })

  it('is neither renewed nor finished by a worker that has lost it', async () => {
    const kind = newKind()
    const [late, now] = [lessee(kind, 'late'), lessee(kind, 'now')]
    await enqueue(kind)
    const job = await claim(late)
    if (!job) throw new Error('no job')
    await loseIt(kind)
    expect(await claimLostJob(system, now)).not.toBeNull()
    expect(await renewLease(system, late, job)).toBe(false)
    await completeJob(system, late, job)
    await putBackJob(system, late, job, 'too late')
    expect((await rows(kind))[0]).toMatchObject({ state: 'running', lastError: null })
  })

  it('is claimed by only one of several concurrent workers after its own worker ended', async () => {
    const kind = newKind()
    await enqueue(kind)
    await claim(lessee(kind, 'dead'))
    await loseIt(kind)
    const finders = Array.from({ length: 8 }, (_, number) => lessee(kind, `finder ${number}`))
    const claims = await Promise.all(finders.map((one) => claimLostJob(system, one)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  it('has its worker crashes counted from zero again after an ordinary failure', async () => {
    const kind = newKind()
    const me = lessee(kind, 'me')
    await enqueue(kind)
    await claim(me)
    await loseIt(kind)
    const lost = await claimLostJob(system, me)
    if (lost) expect(await putBackJob(system, me, lost.job, 'no')).toBe(false)
    await makeDueNow(kind)
    await claim(me)
    await loseIt(kind)
    expect(await claimLostJob(system, me)).toMatchObject({ isGivenUp: false })
  })
})

describe('a job with a unique key', () => {
  it('is enqueued once while it waits, and again once done', async () => {
    const kind = newKind()
    await enqueue(kind, { uniqueKey: kind })
    await enqueue(kind, { uniqueKey: kind })
    expect(await rows(kind)).toHaveLength(1)
    const me = lessee(kind, 'me')
    const job = await claim(me)
    if (job) expect(await completeJob(system, me, job)).toBe(true)
    await enqueue(kind, { uniqueKey: kind })
    expect((await rows(kind)).map((row) => row.state)).toEqual(['done', 'waiting'])
  })

  it('runs again when requested during its run', async () => {
    const kind = newKind()
    await enqueue(kind, { uniqueKey: kind })
    let runs = 0
    work({
      handlers: {
        [kind]: async () => {
          runs++
          if (runs === 1) await enqueue(kind, { uniqueKey: kind })
        },
      },
    })
    await expect.poll(() => runs).toBe(2)
    await untilDone(kind)
    expect(await rows(kind)).toHaveLength(1)
  })

  it('is run earlier when a second request is more urgent', async () => {
    const kind = newKind()
    await inTransaction(() =>
      enqueueJob({ kind, class: 'waited', schoolId: null, payload: {}, uniqueKey: kind, delaySeconds: 600 }),
    )
    expect(await claim(lessee(kind, 'me'))).toBeNull()
    await enqueue(kind, { uniqueKey: kind })
    expect(await claim(lessee(kind, 'me'))).not.toBeNull()
  })
})

it('deletes finished jobs after 14 days, and keeps failed ones', async () => {
  const kind = newKind()
  for (const number of [1, 2, 3]) await enqueue(kind, { number })
  const ids = (await rows(kind)).map((row) => row.id)
  const age = (id: number | undefined, state: string, days: number) =>
    execute('UPDATE jobs SET state = :state, finished_at = UTC_TIMESTAMP(3) - INTERVAL :days DAY WHERE id = :id', {
      id: id ?? 0,
      state,
      days,
    })
  await age(ids[0], 'done', 15)
  await age(ids[1], 'done', 13)
  await age(ids[2], 'failed', 15)
  await sweepOutbox(system)
  expect((await rows(kind)).map((row) => row.id)).toEqual(ids.slice(1))
})

it('keeps old mails that belong to a breach case, and deletes other old mails', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const breach = await makeBreach(school.scope)
  await addAffectedStudents(school.scope, breach, [student])
  const [person] = await readRows<{ id: number }>('SELECT id FROM breach_people WHERE case_id = :id', { id: breach.id })
  const longAgo = new Date(Date.now() - 400 * 86_400_000)
  for (const breachPersonId of [null, person?.id ?? null])
    await insert('outgoing_mail', {
      school_id: school.id,
      to_address: 'asha@home.test',
      subject: 'Notice',
      body_text: '',
      state: 'sent',
      breach_person_id: breachPersonId,
      created_at: longAgo,
      sent_at: longAgo,
    })
  await sweepOutbox(system)
  expect(
    await readRows('SELECT breach_person_id AS person FROM outgoing_mail WHERE school_id = :id', { id: school.id }),
  ).toEqual([{ person: person?.id }])
})

it('deletes failed mails and delivery reports after 90 days', async () => {
  const school = await makeSchool()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const days of [89, 91]) {
    await insert('outgoing_mail', {
      school_id: school.id,
      to_address: `${days}@home.test`,
      subject: 'Fees',
      body_text: '',
      state: 'failed',
      created_at: daysAgo(days),
    })
    await insert('message_reports', {
      school_id: school.id,
      channel: 'sms',
      provider_id: `${days}`,
      state: 'sent',
      reported_at: daysAgo(days),
      created_at: daysAgo(days),
    })
  }
  await sweepOutbox(system)
  const of = (column: string, table: string) =>
    readRows(`SELECT ${column} AS kept FROM ${table} WHERE school_id = :id`, { id: school.id })
  expect(await of('to_address', 'outgoing_mail')).toEqual([{ kept: '89@home.test' }])
  expect(await of('provider_id', 'message_reports')).toEqual([{ kept: '89' }])
})
