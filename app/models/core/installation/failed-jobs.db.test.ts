import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { enqueueJob, enqueueMail } from '~/models/core/outbox/enqueue.server'
import { holdSchoolOutgoing } from '~/models/core/outbox/hold-outgoing.server'
import { claimJob, sweepOutbox } from '~/models/core/outbox/job-queue.server'
import { noteMailFailure } from '~/models/core/outbox/mail-queue.server'
import { maxAttempts } from '~/models/core/outbox/patience'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeMessagingThings } from '../../../../tests/factories/messaging'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { countFailed, dismissFailed, type FailedJob, findFailed, listFailed, repeatFailed } from './failed-jobs.server'

const system = systemScope()

const of = (school: MadeSchool | null) => school && { school: school.publicId }

async function giveUpJob(
  school: { id: number } | null,
  { kind = 'make-receipt', reason = 'no paper', ...more }: Record<string, string | number> = {},
): Promise<string> {
  const now = new Date()
  const id = await insert('jobs', {
    school_id: school?.id ?? null,
    kind,
    class: 'money',
    lane: 'work',
    payload: '{"receiptId":"x"}',
    state: 'failed',
    attempts: maxAttempts,
    lost: 1,
    last_error: reason,
    run_at: now,
    created_at: now,
    finished_at: now,
    ...more,
  })
  return String(id)
}

type MailFacts = Partial<Parameters<typeof enqueueMail>[0]>

/** Creates a mail that was abandoned after its last attempt, and whose job is done. */
async function giveUpMail(school: MadeSchool, facts: MailFacts = {}): Promise<string> {
  const to = `m${unique()}@family.test`
  const mail = { schoolId: school.id, to, subject: 'Fees', text: 'You owe ₹500.', ...facts }
  const id = await inTransaction(() => enqueueMail(mail))
  await execute("UPDATE jobs SET state = 'done' WHERE school_id = :id AND state = 'waiting'", { id: school.id })
  await execute('UPDATE outgoing_mail SET attempts = :tries WHERE id = :id', { id, tries: maxAttempts - 1 })
  await noteMailFailure(system, id, { reason: `No answer for ${to}`, final: false })
  return `mail-${id}`
}

async function found(id: string): Promise<FailedJob> {
  const job = await findFailed(system, id)
  if (!job) throw new Error(`${id} is not given up`)
  return job
}

const jobRow = (id: string) =>
  readRow<{ state: string; class: string; attempts: number; lost: number; why: string | null; isDue: number }>(
    'SELECT state, class, attempts, lost, last_error AS why, run_at <= UTC_TIMESTAMP(3) AS isDue FROM jobs WHERE id = :id',
    { id },
  )

const mailRow = (id: string) =>
  readRow<{ state: string; attempts: number; text: string; dismissed: Date | null }>(
    'SELECT state, attempts, body_text AS text, dismissed_at AS dismissed FROM outgoing_mail WHERE id = :id',
    { id: id.slice(5) },
  )

const waitingJobs = (school: MadeSchool) =>
  readRows<{ kind: string; class: string }>(
    "SELECT kind, class FROM jobs WHERE school_id = :id AND state = 'waiting' ORDER BY id",
    { id: school.id },
  )

const audited = (school: MadeSchool) =>
  readRows<{ action: string; who: string; kind: string; subject: number }>(
    'SELECT action, actor_name AS who, subject_kind AS kind, subject_id AS subject FROM audit_entries WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )

it('lists abandoned jobs and mails of a school, of one kind or all, without their content', async () => {
  const [school, other] = [await makeSchool({ name: 'Failing School' }), await makeSchool()]
  const job = await giveUpJob(school, { reason: 'No paper for asha@family.test, 98250 00011' })
  const mail = await giveUpMail(school, { class: 'money' })
  await giveUpJob(other)
  const listed = await listFailed(system, of(school) ?? {})
  expect(listed.map(({ id }) => id).sort()).toEqual([job, mail].sort())
  expect(listed.find(({ id }) => id === job)).toEqual({
    id: job,
    kind: 'make-receipt',
    class: 'money',
    schoolId: school.id,
    schoolPublicId: school.publicId,
    schoolName: 'Failing School',
    since: expect.any(Date),
    tries: maxAttempts,
    losses: 1,
    reason: 'No paper for (address), (number)',
  })
  expect(listed.find(({ id }) => id === mail)).toMatchObject({
    kind: 'send-mail',
    class: 'money',
    tries: maxAttempts,
    losses: 0,
    reason: 'No answer for (address)',
  })
  expect(await countFailed(system, { ...of(school), kind: 'send-mail' })).toBe(1)
  expect(await listFailed(system, of(school) ?? {}, { limit: 1 })).toHaveLength(1)
})

it('finds an abandoned job of the installation although it has neither a school nor a reason from its worker', async () => {
  const id = await giveUpJob(null)
  await execute('UPDATE jobs SET last_error = NULL, finished_at = NULL WHERE id = :id', { id })
  expect(await found(id)).toMatchObject({ schoolId: null, schoolPublicId: null, schoolName: null, reason: '' })
  expect((await dismissFailed(system, await found(id))).ok).toBe(true)
  expect(await findFailed(system, id)).toBeNull()
  expect(await findFailed(system, 'mail-0')).toBeNull()
  expect(await findFailed(system, 'nothing')).toBeNull()
})

it('holds a repeated job only if its kind is held after a restore', async () => {
  const school = await makeSchool()
  const [refund, receipt] = [await giveUpJob(school, { kind: 'send-refund' }), await giveUpJob(school)]
  await inTransaction(() => holdSchoolOutgoing(school.id, 'restore', (sql) => execute(sql, {})))
  for (const id of [refund, receipt])
    expect(await repeatFailed(system, await found(id))).toEqual({ ok: true, value: 'repeated' })
  expect(await jobRow(refund)).toMatchObject({ state: 'held', attempts: 0 })
  expect(await jobRow(receipt)).toMatchObject({ state: 'waiting', attempts: 0 })
})

it('repeats a job in its class with all attempts available again, and audits it', async () => {
  const school = await makeSchool()
  const id = await giveUpJob(school)
  expect(await repeatFailed(system, await found(id))).toEqual({ ok: true, value: 'repeated' })
  expect(await jobRow(id)).toMatchObject({ state: 'waiting', class: 'money', attempts: 0, lost: 0, isDue: 1 })
  expect(await audited(school)).toEqual([{ action: 'job.repeated', who: 'Operator', kind: 'job', subject: Number(id) }])
  const turn = { class: 'money', lane: 'work', after: 0, busy: [], mayShare: false, only: school.id } as const
  const lessee = { name: 'test', kinds: ['make-receipt'], leaseSeconds: 60 }
  expect(await claimJob(system, lessee, turn)).toMatchObject({ id: Number(id), attempt: 1 })
  expect(await findFailed(system, id)).toBeNull()
})

it('accepts one of several concurrent requests to repeat or dismiss a job', async () => {
  const school = await makeSchool()
  const job = await found(await giveUpJob(school))
  const answers = await Promise.all([repeatFailed(system, job), repeatFailed(system, job), dismissFailed(system, job)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await audited(school)).toHaveLength(1)
})

it('dismisses a repeated job when another job for the same work is already waiting', async () => {
  const school = await makeSchool()
  const uniqueKey = `receipt:${unique()}`
  const id = await giveUpJob(school, { unique_key: uniqueKey })
  await inTransaction(() => enqueueJob({ kind: 'make-receipt', schoolId: school.id, payload: {}, uniqueKey }))
  expect(await repeatFailed(system, await found(id))).toEqual({ ok: true, value: 'asked-already' })
  expect(await jobRow(id)).toMatchObject({ state: 'done', why: 'Requested again by another job. no paper' })
  expect(await waitingJobs(school)).toEqual([{ kind: 'make-receipt', class: 'money' }])
})

it('refuses to repeat a job whose kind is unknown to workers of this version', async () => {
  const id = await giveUpJob(await makeSchool(), { kind: 'make-tea' })
  expect(await repeatFailed(system, await found(id))).toEqual({ ok: false, reason: 'unknown-kind' })
  expect(await jobRow(id)).toMatchObject({ state: 'failed' })
})

it('resends an abandoned mail of a receipt or notice with its original class', async () => {
  const school = await makeSchool()
  const mails = [await giveUpMail(school, { class: 'money' }), await giveUpMail(school, { bulkIn: 'en' })]
  for (const id of mails) {
    expect(await repeatFailed(system, await found(id))).toEqual({ ok: true, value: 'repeated' })
    expect(await mailRow(id)).toMatchObject({ state: 'waiting', attempts: 0, text: expect.stringContaining('₹500') })
  }
  expect(await waitingJobs(school)).toEqual([
    { kind: 'send-mail', class: 'money' },
    { kind: 'send-mail', class: 'bulk' },
  ])
  expect((await audited(school)).map(({ action }) => action)).toEqual(['mail.repeated', 'mail.repeated'])
})

it('deletes the text of an abandoned mail that may open an account, was refused, or is a fortnight old', async () => {
  const school = await makeSchool()
  const refusedMail = async () => {
    const id = await inTransaction(() =>
      enqueueMail({ schoolId: school.id, to: 'x@y.test', subject: 's', text: 't', class: 'money' }),
    )
    await noteMailFailure(system, id, { reason: 'no', final: true })
    return `mail-${id}`
  }
  const old = await giveUpMail(school, { class: 'money' })
  await execute('UPDATE outgoing_mail SET created_at = created_at - INTERVAL 15 DAY WHERE id = :id', {
    id: old.slice(5),
  })
  await sweepOutbox(system)
  for (const id of [
    await giveUpMail(school, { isOfAccount: true }),
    await giveUpMail(school),
    await refusedMail(),
    old,
  ]) {
    expect(await repeatFailed(system, await found(id))).toEqual({ ok: false, reason: 'no-text' })
    expect(await mailRow(id)).toMatchObject({ state: 'failed', text: '' })
  }
})

it('repeats a mail of an unapproved school in the lane for the mails of such schools', async () => {
  const lanes = async (school: MadeSchool) => {
    await repeatFailed(system, await found(await giveUpMail(school, { class: 'money' })))
    return readRows("SELECT lane FROM jobs WHERE school_id = :id AND state = 'waiting'", { id: school.id })
  }
  expect(await lanes(await makeSchool())).toEqual([{ lane: 'mail' }])
  expect(await lanes(await makeSchool({ approved: false }))).toEqual([{ lane: 'unapproved-mail' }])
})

it('refuses to resend the mail of a message that was sent on another channel', async () => {
  const school = await makeSchool()
  await makeMessagingThings(school, await makeStudent(school))
  const message = await readRow<{ id: number }>('SELECT id FROM outgoing_messages WHERE school_id = :id LIMIT 1', {
    id: school.id,
  })
  const id = await giveUpMail(school, { class: 'money' })
  const now = new Date()
  await insert('message_attempts', {
    public_id: newPublicId(),
    school_id: school.id,
    message_id: Number(message?.id),
    channel: 'mail',
    to_address: 'x@y.test',
    body: 'Hello',
    parts: 1,
    cost_paise: 0,
    state: 'sent',
    asked_at: now,
    sent_at: now,
    provider_id: id.slice(5),
  })
  const attempt = (state: string) =>
    execute('UPDATE message_attempts SET state = :state WHERE school_id = :id AND provider_id = :mail', {
      id: school.id,
      mail: id.slice(5),
      state,
    })
  await attempt('failed')
  expect(await repeatFailed(system, await found(id))).toEqual({ ok: false, reason: 'went-otherwise' })
  await attempt('sent')
  expect(await repeatFailed(system, await found(id))).toEqual({ ok: true, value: 'repeated' })
})

it('removes dismissed jobs and mails from the list, and records the dismissal in their rows and the audit log', async () => {
  const school = await makeSchool()
  const [job, mail] = [await giveUpJob(school), await giveUpMail(school, { class: 'money' })]
  for (const id of [job, mail]) {
    const one = await found(id)
    expect(await dismissFailed(system, one)).toEqual({ ok: true })
    expect(await dismissFailed(system, one)).toEqual({ ok: false, reason: 'not-found' })
    expect(await repeatFailed(system, one)).toEqual({ ok: false, reason: 'not-found' })
  }
  expect(await countFailed(system, of(school) ?? {})).toBe(0)
  expect(await jobRow(job)).toMatchObject({ state: 'done', why: 'Dismissed by the operator. no paper' })
  // The mail still counts as not sent, for the school and for a breach case.
  expect(await mailRow(mail)).toMatchObject({ state: 'failed', text: '', dismissed: expect.any(Date) })
  expect((await audited(school)).map(({ action }) => action)).toEqual(['job.dismissed', 'mail.dismissed'])
})

it('dismisses the mail of a dismissed job, unless another job sends it', async () => {
  const school = await makeSchool()
  const write = () => inTransaction(() => enqueueMail({ schoolId: school.id, to: 'x@y.test', subject: 's', text: 't' }))
  const [mail, other] = [await write(), await write()]
  await execute("UPDATE jobs SET state = 'failed', finished_at = UTC_TIMESTAMP(3) WHERE school_id = :id", {
    id: school.id,
  })
  await inTransaction(() =>
    enqueueJob({ kind: 'send-mail', class: 'bulk', schoolId: school.id, payload: { mailId: other } }),
  )
  for (const job of await listFailed(system, of(school) ?? {})) await dismissFailed(system, job)
  expect(await mailRow(`mail-${mail}`)).toMatchObject({ state: 'failed', text: '', dismissed: expect.any(Date) })
  expect(await mailRow(`mail-${other}`)).toMatchObject({ state: 'waiting', text: 't', dismissed: null })
})
