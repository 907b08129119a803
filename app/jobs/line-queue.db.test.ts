import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { type JobKind, type JobLane, lineOfKind } from '~/models/core/outbox/job-kinds'
import { findLinesWithWork, type LeasedJob } from '~/models/core/outbox/job-queue.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { readRows } from '../../tests/factories/read'
import { makeSchool } from '../../tests/factories/school'
import { LineQueue } from './line-queue.server'
import { type Line, lines } from './lines'

type Owner = { id: number } | null

/**
 * Makes a line (the queue of one class and lane) with a job kind that only one test uses. A letter identifies the
 * school of a job, and `-` the installation. The operator has not approved schools X and Y.
 */
async function makeLine({ slots = 1, lane = 'work' as JobLane, now = () => slots, keepsSlotForOthers = false } = {}) {
  const kind = `test-${randomBytes(8).toString('hex')}` as JobKind
  const [x, a, y, b] = [
    await makeSchool({ approved: false }),
    await makeSchool(),
    await makeSchool({ approved: false }),
    await makeSchool(),
  ]
  const c = await makeSchool()
  const owners: Record<string, Owner> = { A: a, B: b, C: c, X: x, Y: y, '-': null }
  const line: Line = { class: 'bulk', lane, slots, keepsSlotForOthers }
  const queue = new LineQueue(line, { name: 'test', kinds: [kind], leaseSeconds: 60 }, now)
  const letterOf = ({ schoolId }: LeasedJob) =>
    Object.entries(owners).find(([, owner]) => (owner?.id ?? null) === schoolId)?.[0] ?? '?'
  const ends: (() => void)[] = []
  let started = ''
  return {
    kind,
    /** Enqueues one job per letter. */
    enqueue: async (letters: string) => {
      for (const [index, letter] of [...letters].entries()) {
        const schoolId = owners[letter]?.id ?? null
        await inTransaction(() => enqueueJob({ kind, class: 'bulk', schoolId, payload: { index } }))
      }
      await execute('UPDATE jobs SET lane = :lane WHERE kind = :kind', { lane, kind })
    },
    /** Runs `times` jobs one after the other; returns their owners. */
    run: async (times: number) => {
      let ran = ''
      for (let time = 0; time < times; time++)
        await queue.takeNext(async (job) => {
          ran += letterOf(job)
          await execute("UPDATE jobs SET state = 'done' WHERE id = :id", { id: job.id })
        })
      return ran
    },
    /** Starts a job that runs until `end`, if the line has one ready; returns the owners of all started jobs. */
    start: async () => {
      await new Promise<unknown>((begun, failed) => {
        const taken = queue.takeNext(async (job) => {
          started += letterOf(job)
          begun(null)
          await new Promise<void>((resolve) => ends.push(resolve))
        })
        taken.then(begun, failed)
      })
      return started
    },
    end: () => {
      for (const end of ends.splice(0)) end()
    },
  }
}

it('runs the jobs of schools and of the installation in turn', async () => {
  const { enqueue, run } = await makeLine()
  await enqueue('AAAAABB-C')
  expect(await run(9)).toBe('ABC-ABAAA')
})

it('runs the new job of a second school before the older waiting jobs of the school served so far', async () => {
  const { enqueue, run } = await makeLine()
  await enqueue('AAAA')
  expect(await run(2)).toBe('AA')
  await enqueue('B')
  expect(await run(3)).toBe('BAA')
})

it('gives a school one slot while other schools wait, and all slots when none wait', async () => {
  const { enqueue, start, end } = await makeLine({ slots: 4 })
  await enqueue('AAABC')
  for (let slot = 1; slot < 4; slot++) await start()
  expect(await start()).toBe('ABCA')
  end()
})

it('keeps the last slot for a school without a running job in the line', async () => {
  const { enqueue, start, end } = await makeLine({ slots: 3, keepsSlotForOthers: true })
  await enqueue('AAAA')
  for (let slot = 1; slot <= 3; slot++) await start()
  expect(await start()).toBe('AA')
  await enqueue('B')
  expect(await start()).toBe('AAB')
  end()
})

it('keeps slots for other schools in lines of money and account mails that wait for the network', () => {
  const kept = lines.filter((line) => line.keepsSlotForOthers && line.slots > 1)
  expect(kept.map((line) => `${line.class} ${line.lane}`)).toEqual(['money mail', 'money provider', 'waited mail'])
})

it('never runs two imports of a school concurrently', async () => {
  const { enqueue, start, end } = await makeLine({ slots: 3, lane: 'import' })
  await enqueue('AAB')
  await start()
  await start()
  expect(await start()).toBe('AB')
  end()
})

it('runs imports of approved schools before all others, and serves the schools of each group in turn', async () => {
  const { enqueue, run } = await makeLine({ lane: 'import' })
  await enqueue('XXYYBBBAA')
  expect(await run(3)).toBe('ABA')
  await enqueue('C')
  expect(await run(7)).toBe('BCBXYXY')
})

it('serves unapproved and approved schools in turn in every lane except imports', async () => {
  const { enqueue, run } = await makeLine()
  await enqueue('XXABY')
  expect(await run(5)).toBe('XAYBX')
})

it('runs no more jobs at once than slots are currently open', async () => {
  let slots = 2
  const { enqueue, start, run, end } = await makeLine({ slots: 3, now: () => slots })
  await enqueue('ABC')
  await start()
  await start()
  expect(await start()).toBe('AB')
  slots = 0
  end()
  expect(await run(1)).toBe('')
  slots = 1
  expect(await run(1)).toBe('C')
})

it('finds classes and lanes in which jobs wait', async () => {
  const { enqueue, kind } = await makeLine({ lane: 'provider' })
  await enqueue('A')
  const found = [...(await findLinesWithWork(systemScope(), lines))]
  expect(found).toContainEqual(expect.objectContaining({ class: 'bulk', lane: 'provider' }))
  await execute('UPDATE jobs SET state = :done WHERE kind = :kind', { done: 'done', kind })
})

it('has slots for jobs of every class in every lane', () => {
  expect(lines.filter(({ slots }) => slots < 1)).toEqual([])
  expect(lines).toHaveLength(18)
})

it('treats a job of an unknown kind as one that users wait for', () => {
  expect(lineOfKind('of-a-newer-version')).toEqual({ class: 'waited', lane: 'work' })
  expect(lineOfKind('toString')).toEqual({ class: 'waited', lane: 'work' })
})

it('stores the class and lane of a job', async () => {
  const school = await makeSchool()
  await inTransaction(() => enqueueJob({ kind: 'check-import', schoolId: school.id, payload: {}, delaySeconds: 3600 }))
  await inTransaction(() =>
    enqueueJob({ kind: 'send-mail', class: 'money', schoolId: school.id, payload: {}, delaySeconds: 3600 }),
  )
  expect(
    await readRows('SELECT kind, class, lane FROM jobs WHERE school_id = :id ORDER BY id', { id: school.id }),
  ).toEqual([
    { kind: 'check-import', class: 'waited', lane: 'import' },
    { kind: 'send-mail', class: 'money', lane: 'mail' },
  ])
})
