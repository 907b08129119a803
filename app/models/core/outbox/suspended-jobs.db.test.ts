import { afterAll, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () =>
  (await import('../../../../tests/reliability/own-database')).ownDatabase(),
)

import { closeDatabase, execute, inTransaction } from '~/database/database.server'
import { listDuesNotifiers } from '~/models/contact/messaging/tell/tell-dues.server'
import { jobQueue, jobsByKind, mailQueue } from '~/models/core/installation/queues.server'
import { reopenSchool, suspendSchool } from '~/models/core/schools/suspension.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { insert } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { enqueueJob, enqueueMail } from './enqueue.server'
import { type JobKind, lineOfKind } from './job-kinds'
import { claimJob, claimLostJob, hasLostJob } from './job-queue.server'

const system = systemScope()

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

const kinds: readonly JobKind[] = [
  ...(['reconcile-payment', 'due-settled', 'make-receipt', 'expire-order'] as const),
  ...(['send-refund', 'send-mail', 'send-message', 'check-import', 'tell-notice', 'remove-data'] as const),
]
const me = { name: 'test', kinds, leaseSeconds: 60 }

const enqueueAll = async ({ id }: MadeSchool) => {
  for (const kind of kinds)
    await inTransaction(() =>
      enqueueJob({ kind: kind as 'send-mail', class: lineOfKind(kind).class, schoolId: id, payload: {} }),
    )
}

/** Claims all jobs that a worker may claim, and returns their kinds. */
async function takeAll(): Promise<string[]> {
  const taken: string[] = []
  for (const kind of kinds) {
    for (;;) {
      const job = await claimJob(system, me, { ...lineOfKind(kind), after: 0, busy: [], mayShare: true })
      if (!job) break
      taken.push(job.kind)
    }
  }
  return taken
}

it('settles the money of a suspended school, and keeps all other jobs waiting until it is open again', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  await enqueueAll(school)
  await suspendSchool(school.scope, null)
  await execute("DELETE FROM jobs WHERE school_id IS NULL AND kind = 'send-mail'", {})
  expect((await takeAll()).sort()).toEqual(['due-settled', 'expire-order', 'make-receipt', 'reconcile-payment'])
  // Another school's jobs of the same kinds are claimed, although the suspended school's jobs are ahead of them.
  await enqueueAll(other)
  expect((await takeAll()).sort()).toEqual([...kinds].sort())
  await execute("DELETE FROM jobs WHERE school_id IS NULL OR state = 'running'", {})
  await reopenSchool(school.scope)
  await execute('DELETE FROM jobs WHERE school_id IS NULL', {})
  expect((await takeAll()).sort()).toEqual([
    ...['check-import', 'remove-data', 'send-mail', 'send-message', 'send-refund', 'tell-notice'],
  ])
  await execute('DELETE FROM jobs', {})
})

it('does not reclaim a suspended school’s job whose worker has died, unless the job settles money', async () => {
  const school = await makeSchool()
  await suspendSchool(school.scope, null)
  await execute('DELETE FROM jobs', {})
  for (const kind of ['send-refund', 'make-receipt'] as const)
    await insert('jobs', {
      school_id: school.id,
      kind,
      ...lineOfKind(kind),
      payload: '{}',
      state: 'running',
      attempts: 1,
      run_at: new Date(),
      leased_by: 'gone',
      leased_until: new Date(0),
      created_at: new Date(),
    })
  expect((await claimLostJob(system, me))?.job.kind).toBe('make-receipt')
  expect(await hasLostJob(system, me)).toBe(false)
  await reopenSchool(school.scope)
  expect((await claimLostJob(system, me))?.job.kind).toBe('send-refund')
  await execute('DELETE FROM jobs', {})
})

it('counts no job of a suspended school as late, and sends no automatic fee notifications for it', async () => {
  const school = await makeSchool()
  await execute(
    `INSERT INTO message_rules (school_id, events, due_before_days, overdue_after_days, report_hours, updated_at)
     VALUES (:id, 'due_soon', 3, 3, 4, UTC_TIMESTAMP(3))`,
    { id: school.id },
  )
  expect(await listDuesNotifiers(system)).toContain(school.id)
  await inTransaction(() => enqueueMail({ schoolId: school.id, to: 'a@b.test', subject: 's', text: 't' }))
  await execute('UPDATE jobs SET run_at = run_at - INTERVAL 1 HOUR', {})
  expect(await jobQueue(system)).toMatchObject({ waiting: 1, later: 0 })
  await suspendSchool(school.scope, null)
  await execute('DELETE FROM jobs WHERE school_id IS NULL', {})
  await execute('DELETE FROM outgoing_mail WHERE school_id IS NULL', {})
  expect(await jobQueue(system)).toMatchObject({ waiting: 0, oldestSeconds: null, later: 1 })
  expect((await jobsByKind(system)).map(({ waiting }) => waiting)).toEqual([0])
  expect(await mailQueue(system)).toMatchObject({ waiting: 0, oldestSeconds: null })
  expect(await listDuesNotifiers(system)).not.toContain(school.id)
  expect(await readRows('SELECT id FROM jobs')).toHaveLength(1)
})
