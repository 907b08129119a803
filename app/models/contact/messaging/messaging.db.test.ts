import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { countQueries, execute, inTransaction, selectRows } from '~/database/database.server'
import { releaseHeld } from '~/models/contact/message-setup/message-queue.server'
import { storeReports } from '~/models/contact/message-setup/message-reports.server'
import { jobClasses } from '~/models/core/outbox/job-kinds'
import { claimJob, completeJob, type Lessee } from '~/models/core/outbox/job-queue.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { guardianScope, systemScope } from '~/models/core/shared/scope.server'
import { makeInvitation } from '~/models/people/guardians/invitations.server'
import type { Channel, FindResult, Messenger, SendResult, TextMessage } from '~/services/messages/port'
import { entriesOf } from '../../../../tests/factories/audit'
import { makeNotices } from '../../../../tests/factories/consents'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { seedOf } from '../../../../tests/setup/rotation'
import { countMessages, findBudget, findTroubles } from './message-counts.server'
import { saveEventRules } from './message-rules.server'
import { findMessage, listMessages } from './messages.server'
import { findPreference, listOwnPreferences, saveOwnPreference, savePreference } from './preferences.server'
import { retryMessage, sendHeld } from './retry-message.server'
import { applyDeliveryReports } from './send/delivery-reports.server'
import { giveUpMessage, sendMessage } from './send/send-message.server'
import { sendUnsure, settleUnsure } from './settle-unsure.server'
import { enqueueLeftMessages } from './tell/left-messages.server'
import { previewMessages } from './tell/preview.server'
import { familyFacts, notifyFamily } from './tell/tell-family.server'
import { addUsualTemplates, templates } from './templates.server'

/** Fake provider: answers as a test configures it, and records its requests. */
const provider = vi.hoisted(() => ({
  got: [] as TextMessage[],
  asked: 0,
  answer: (_message: TextMessage): SendResult | 'dies' => ({ ok: true, providerId: 'p', parts: 1 }),
  found: { ok: true, found: 'cannot-say' } as FindResult,
  channels: ['sms', 'whatsapp'] as Channel[],
}))
vi.mock('~/models/contact/message-setup/message-keys.server', async (original) => ({
  ...(await original<object>()),
  findMessenger: async (_scope: unknown, channel: Channel): Promise<Messenger | null> =>
    provider.channels.includes(channel)
      ? {
          send: async (message) => {
            provider.asked += 1
            const answer = provider.answer(message)
            if (answer === 'dies') throw new Error('The worker was killed')
            if (answer.ok) provider.got.push(message)
            return answer.ok ? { ...answer, providerId: `p-${message.reference}` } : answer
          },
          find: async () => provider.found,
          tryKeys: async () => ({ ok: true }),
        }
      : null,
  channelsOf: async () => provider.channels,
}))

let school: MadeSchool
let student: MadeStudent
const day = new Date('2026-07-13T06:00:00Z')
const later = (seconds: number) => new Date(Date.now() + seconds * 1000)

beforeEach(async () => {
  provider.got = []
  provider.asked = 0
  provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
  provider.found = { ok: true, found: 'cannot-say' }
  provider.channels = ['sms']
  await openSchool()
})

/** Creates a school and makes it the one under test, with registered texts and SMS as first channel. */
async function openSchool(): Promise<void> {
  school = await makeSchool()
  student = await makeStudent(school, { firstName: 'Asha' })
  expect(await addUsualTemplates(school.scope)).toMatchObject({ ok: true })
  await execute(
    "UPDATE message_templates SET state = 'registered', dlt_template_id = '1207160000000000001' WHERE school_id = :id",
    { id: school.id },
  )
  await execute(
    `INSERT INTO message_settings (school_id, quiet_from, quiet_to, first_channel, updated_at) VALUES (:id, 1320, 360, 'sms', UTC_TIMESTAMP(3))`,
    { id: school.id },
  )
}

const makeParent = async (facts: Parameters<typeof makeGuardian>[1] = {}) => {
  const guardian = await makeGuardian(school, { mobileNumber: '9876500001', email: 'r@demo.test', ...facts })
  await linkGuardian(guardian, student)
  return guardian
}

const tell = (
  onceKey = randomBytes(6).toString('hex'),
  event: 'invitation' | 'urgent' = 'urgent',
  urgent = event === 'urgent',
) =>
  inTransaction(() => {
    const values = { notice: 'School closed on Monday', date: todayInIndia(new Date()), link: 'x' }
    return notifyFamily(school.scope, { event, studentId: student.id, values, onceKey, urgent } as never)
  })

/** Creates an activation slip for a guardian, and the message about it. */
const tellSlip = async ({ id }: { id: number }) => {
  await makeInvitation(school.scope, id)
  const [slip] = await readRows<{ code: string }>(
    'SELECT LEFT(i.code_hash, 16) AS code FROM guardian_invitations i WHERE i.guardian_id = :id',
    { id },
  )
  return tell(`invitation:${slip?.code}`, 'invitation')
}

/** Claims a due job of any class that sends a message. */
async function claimNext(lessee: Lessee) {
  for (const jobClass of jobClasses) {
    const job = await claimJob(systemScope(), lessee, {
      class: jobClass,
      lane: 'message',
      after: 0,
      busy: [],
      mayShare: false,
    })
    if (job) return job
  }
  return null
}

/** The worker: runs due jobs of this school only, until none is left. */
async function work(): Promise<void> {
  const { id } = school
  const lessee = { name: 'test', kinds: [`send-${id}`], leaseSeconds: 60 }
  for (;;) {
    // Renames the job kind, so that workers of other tests do not claim these jobs.
    await execute("UPDATE jobs SET kind = :kind WHERE school_id = :id AND kind = 'send-message'", {
      id,
      kind: `send-${id}`,
    })
    const job = await claimNext(lessee)
    if (!job) return
    await sendMessage(school.scope, (JSON.parse(job.payload) as { messageId: string }).messageId)
    expect(await completeJob(systemScope(), lessee, job)).toBe(true)
  }
}

/** Advances time: moves all stored times by these seconds into the past. */
async function pass(seconds: number): Promise<void> {
  const columns = {
    jobs: ['run_at'],
    outgoing_messages: ['created_at', 'updated_at', 'retried_at'],
    message_attempts: ['asked_at', 'sent_at', 'reported_at'],
    message_settings: ['sms_refused_at', 'whatsapp_refused_at'],
  }
  for (const [table, names] of Object.entries(columns)) {
    const sets = names.map((name) => `${name} = ${name} - INTERVAL :seconds SECOND`).join(', ')
    await execute(`UPDATE ${table} SET ${sets} WHERE school_id = :id`, { id: school.id, seconds })
  }
}
const hours = (count: number) => count * 3600

const withoutQuiet = () =>
  execute('UPDATE message_settings SET quiet_from = 600, quiet_to = 600 WHERE school_id = :id', { id: school.id })

const all = () =>
  readRows<{
    publicId: string
    state: string
    reason: string | null
    channel: string | null
    guardianId: number | null
  }>(
    'SELECT public_id AS publicId, state, reason, channel, guardian_id AS guardianId FROM outgoing_messages WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
const only = async () => {
  const [one] = await all()
  if (!one) throw new Error('no message')
  return one
}
const send = async (now?: Date) => sendMessage(school.scope, (await only()).publicId, now)
const report = (state: 'delivered' | 'failed' | 'read' | 'sent', reason: 'number' | null = null) => {
  const [last] = provider.got.slice(-1)
  if (!last) throw new Error('nothing was sent')
  const { reference } = last
  return storeReports(school.scope, 'sms', [{ providerId: `p-${reference}`, reference, state, reason, at: new Date() }])
}

describe('recipients of a message', () => {
  it('includes once each guardian with the right to be notified, in their own language, and no others', async () => {
    const mother = await makeGuardian(school, { name: 'Hansa', mobileNumber: '9876500002', language: 'gu' })
    const father = await makeGuardian(school, { name: 'Rajesh', mobileNumber: '9876500003' })
    const away = await makeGuardian(school, { name: 'Away', mobileNumber: '9876500004' })
    // Guardians come in the office's order, not in the order of entry.
    await linkGuardian(father, student, { position: 2 })
    await linkGuardian(mother, student)
    await linkGuardian(away, student, { isTold: false })
    expect(await tell('k1')).toBe(2)
    expect(await tell('k1')).toBe(0)
    for (const { publicId } of await all()) await sendMessage(school.scope, publicId)
    expect(provider.got.map(({ to, template }) => [to, template.language])).toEqual([
      ['9876500002', 'gu'],
      ['9876500003', 'en'],
    ])
    expect(provider.got[1]?.text).toContain('School closed on Monday')
  })

  it("includes the student's own number only if no guardian is entered", async () => {
    expect(await tell('k1')).toBe(1)
    const guardian = await makeGuardian(school, { mobileNumber: '9876500009' })
    await linkGuardian(guardian, student, { isTold: false })
    expect(await tell('k2')).toBe(0)
  })

  it('excludes a guardian who lost the right between writing and sending', async () => {
    const parent = await makeParent()
    await tell()
    await execute('UPDATE guardian_links SET is_told = 0 WHERE school_id = :id AND guardian_id = :g', {
      id: school.id,
      g: parent.id,
    })
    await send()
    expect(provider.got).toEqual([])
    expect(await only()).toMatchObject({ state: 'skipped', reason: 'No longer receives messages about this student' })
  })

  it("skips a guardian deleted before sending, and does not use the student's own number instead", async () => {
    const parent = await makeParent()
    await execute("UPDATE students SET mobile_number = '9876500077' WHERE id = :id", { id: student.id })
    await tell()
    await execute('DELETE FROM guardian_links WHERE guardian_id = :id', { id: parent.id })
    await execute('DELETE FROM family_guardians WHERE id = :id', { id: parent.id })
    await work()
    expect(provider.got).toEqual([])
    expect(await only()).toMatchObject({ state: 'skipped', reason: 'No longer receives messages about this student' })
  })

  it('sends one message per shared number, to the next guardian if the first has opted out', async () => {
    const father = await makeParent({ email: null })
    const mother = await makeGuardian(school, { mobileNumber: '9876500001', email: null })
    await linkGuardian(mother, student, { position: 2 })
    const aunt = await makeGuardian(school, { mobileNumber: '9876500001', email: 'aunt@demo.test' })
    await linkGuardian(aunt, student, { position: 3 })
    expect(await tell()).toBe(2)
    await work()
    expect(provider.got.map(({ to }) => to)).toEqual(['9876500001'])
    expect((await all()).map(({ channel }) => channel)).toEqual(['sms', 'mail'])
    // A guardian who has switched the event off does not prevent a message to another guardian with the same number.
    await savePreference(school.scope, father.publicId, 0, { firstChannel: null, muted: ['results'] })
    await execute(
      `INSERT INTO message_rules (school_id, events, due_before_days, overdue_after_days, report_hours, updated_at)
       VALUES (:id, 'results', 3, 3, 24, UTC_TIMESTAMP(3))`,
      { id: school.id },
    )
    await withoutQuiet()
    await inTransaction(() =>
      notifyFamily(school.scope, {
        event: 'results',
        studentId: student.id,
        values: { exam: 'Unit test' },
        onceKey: 'r',
      }),
    )
    await work()
    expect((await all()).slice(2)).toMatchObject([
      { state: 'skipped' },
      { state: 'sent', channel: 'sms', guardianId: mother.id },
      { state: 'sent', channel: 'mail', guardianId: aunt.id },
    ])
  })

  it('uses SMS for a guardian who refused WhatsApp, although the other guardian has consented to it', async () => {
    provider.channels = ['whatsapp', 'sms']
    await makeNotices(school)
    const [yes, no] = [await makeParent(), await makeGuardian(school, { mobileNumber: '9876500002', email: null })]
    await linkGuardian(no, student, { position: 2, maySee: false })
    const decide = (guardianId: number, decision: string) =>
      execute(
        `INSERT INTO consent_decisions (public_id, school_id, student_id, purpose, notice_id, decision, decided_at, guardian_id, decided_by_name,
           channel, verification, language, created_at)
         SELECT :publicId, n.school_id, :studentId, n.purpose, n.id, :decision, UTC_TIMESTAMP(3), :guardianId, 'Rajesh', 'account', 'account', 'en',
           UTC_TIMESTAMP(3) FROM privacy_notices n WHERE n.school_id = :id AND n.purpose = 'whatsapp'`,
        { id: school.id, publicId: randomBytes(6).toString('hex'), studentId: student.id, guardianId, decision },
      )
    await decide(yes.id, 'given')
    await decide(no.id, 'refused')
    await execute("UPDATE message_settings SET first_channel = 'whatsapp' WHERE school_id = :id", { id: school.id })
    await tell()
    await work()
    expect(provider.got.map(({ to, channel }) => [to, channel])).toEqual([
      ['9876500001', 'whatsapp'],
      ['9876500002', 'sms'],
    ])
  })

  it("excludes an address whose mails bounce, even if it is the student's own", async () => {
    await execute("UPDATE students SET mobile_number = '', email = 'old@demo.test' WHERE id = :id", { id: student.id })
    await execute(
      `INSERT INTO mail_addresses (public_id, school_id, to_address, bounced_at, created_at, updated_at)
       VALUES (:publicId, :id, 'old@demo.test', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
      { id: school.id, publicId: randomBytes(6).toString('hex') },
    )
    await tell()
    await work()
    expect((await only()).reason).toContain('No e-mail address')
  })

  it('includes an address at which only the mails of another school bounce', async () => {
    await execute("UPDATE students SET mobile_number = '', email = 'old@demo.test' WHERE id = :id", { id: student.id })
    await execute(
      `INSERT INTO mail_addresses (public_id, school_id, to_address, bounced_at, created_at, updated_at)
       VALUES (:publicId, :id, 'old@demo.test', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
      { id: (await makeSchool()).id, publicId: randomBytes(6).toString('hex') },
    )
    await tell()
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'mail' })
  })

  it('notifies the family of a former student of a breach, and of nothing else', async () => {
    await makeParent()
    await execute("UPDATE students SET status = 'left', left_on = '2026-06-01' WHERE id = :id", { id: student.id })
    expect(await tell()).toBe(0)
    const breach = { event: 'breach' as const, studentId: student.id, values: { date: '2026-07-01', link: 'x' } }
    expect(await inTransaction(() => notifyFamily(school.scope, { ...breach, onceKey: 'breach:1' }))).toBe(1)
  })

  it('sends no automatic event that the school has not selected, and skips one that a guardian switched off', async () => {
    const parent = await makeParent()
    const receipt = (onceKey: string) =>
      inTransaction(() =>
        notifyFamily(school.scope, {
          event: 'receipt',
          studentId: student.id,
          values: { amount: 125000, number: 'R1' },
          onceKey,
        }),
      )
    expect(await receipt('r1')).toBe(0)
    const values = {
      events: ['receipt' as const, 'results' as const],
      dueBeforeDays: 3,
      overdueAfterDays: 3,
      reportHours: 24,
      allowedUrls: null,
    }
    expect(await saveEventRules(school.scope, 0, values)).toMatchObject({ ok: true })
    expect(await saveEventRules(school.scope, 0, values)).toMatchObject({ reason: 'changed' })
    expect(
      await savePreference(school.scope, parent.publicId, 0, { firstChannel: null, muted: ['receipt', 'results'] }),
    ).toMatchObject({ ok: true })
    expect(await receipt('r1')).toBe(1)
    await send(day)
    expect(await only()).toMatchObject({ state: 'skipped', reason: 'Has opted out of these messages' })
    // An urgent message is sent to the same guardian.
    const urgent = { event: 'results' as const, studentId: student.id, onceKey: 'r2', urgent: true }
    expect(await inTransaction(() => notifyFamily(school.scope, { ...urgent, values: { exam: 'Unit test' } }))).toBe(1)
    for (const { publicId } of await all()) await sendMessage(school.scope, publicId, day)
    expect((await all()).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'Has opted out of these messages'],
      ['sent', null],
    ])
  })
})

describe('a message', () => {
  it('is sent once and delivered, however often the job runs and the report arrives', async () => {
    await makeParent()
    await tell()
    for (let run = 0; run < 3; run++) await send()
    expect(provider.got).toHaveLength(1)
    await report('delivered')
    await report('delivered')
    await applyDeliveryReports(school.scope)
    await report('sent')
    await report('failed', 'number')
    await applyDeliveryReports(school.scope)
    expect(await only()).toMatchObject({ state: 'delivered', channel: 'sms' })
    const [row] = (
      await listMessages(school.scope, {
        search: 'Rajesh',
        filters: {
          state: 'delivered',
          event: 'urgent',
          channel: 'sms',
          month: todayInIndia(new Date()).slice(0, 7),
          student: student.publicId,
        },
        sort: 'written',
        descending: false,
        page: 1,
      })
    ).rows
    expect(row).toMatchObject({ costPaise: 25, toAddress: '9876500001', state: 'delivered' })
    expect(await countMessages(school.scope, todayInIndia(new Date()).slice(0, 7))).toEqual([
      { channel: 'sms', event: 'urgent', sent: 1, delivered: 1, failed: 0, parts: 1, costPaise: 25 },
    ])
    expect((await findMessage(school.scope, (await only()).publicId))?.attempts).toHaveLength(1)
  })

  it('marks a number that does not exist as wrong, and continues by mail', async () => {
    const parent = await makeParent()
    await tell()
    await send()
    await report('failed', 'number')
    await applyDeliveryReports(school.scope)
    await send()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'mail' })
    expect(
      await readRows('SELECT mobile_state AS state, version FROM family_guardians WHERE id = :id', { id: parent.id }),
    ).toEqual([{ state: 'wrong', version: 2 }])
    expect(
      await readRows(
        `SELECT actor_kind AS who, details FROM audit_entries WHERE school_id = :id AND subject_kind = 'guardian'
         AND action = 'guardian.number-failed'`,
        { id: school.id },
      ),
    ).toEqual([{ who: 'system', details: '{"mobileNumber":"9876500001","mobileState":"wrong"}' }])
    const [mail] = await readRows<{ to: string; body: string }>(
      'SELECT to_address AS `to`, body_text AS body FROM outgoing_mail WHERE school_id = :id',
      { id: school.id },
    )
    expect(mail).toMatchObject({ to: 'r@demo.test' })
    expect(mail?.body).toContain('School closed on Monday')
  })

  it('is sent on one other channel if no delivery is reported in half of the time allowed for its event', async () => {
    await makeParent()
    await tell()
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'sms' })
    // An urgent message may be sent within 24 hours; after 12 without a delivery report, another channel is tried.
    await pass(hours(11.9))
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'sms' })
    await pass(hours(0.2))
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'mail' })
    await pass(hours(72))
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'mail' })
    expect(provider.asked).toBe(1)
  })

  it('is not sent by a third channel when the first reports its failure late', async () => {
    provider.channels = ['sms', 'whatsapp']
    await makeNotices(school)
    const parent = await makeParent()
    await execute(
      `INSERT INTO consent_decisions (public_id, school_id, student_id, purpose, notice_id, decision, decided_at, guardian_id, decided_by_name,
         channel, verification, language, created_at)
       SELECT :publicId, n.school_id, :studentId, n.purpose, n.id, 'given', UTC_TIMESTAMP(3), :guardianId, 'Rajesh', 'account', 'account', 'en',
         UTC_TIMESTAMP(3) FROM privacy_notices n WHERE n.school_id = :id AND n.purpose = 'whatsapp'`,
      { id: school.id, publicId: randomBytes(6).toString('hex'), studentId: student.id, guardianId: parent.id },
    )
    await tell()
    await work()
    await pass(hours(12.1))
    await work()
    expect(provider.got.map(({ channel }) => channel)).toEqual(['sms', 'whatsapp'])
    const [{ reference } = { reference: '' }] = provider.got
    for (const state of ['sent', 'failed'] as const) {
      const late = { providerId: `p-${reference}`, reference, state, reason: null, at: new Date() }
      await storeReports(school.scope, 'sms', [late])
      await applyDeliveryReports(school.scope)
    }
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'whatsapp' })
    expect((await findMessage(school.scope, (await only()).publicId))?.attempts).toMatchObject([
      { channel: 'sms', state: 'failed' },
      { channel: 'whatsapp', state: 'sent' },
    ])
  })

  it('fails after two channels without a report, and is not sent by a third', async () => {
    provider.channels = ['sms', 'whatsapp']
    await makeNotices(school)
    const parent = await makeParent()
    await execute(
      `INSERT INTO consent_decisions (public_id, school_id, student_id, purpose, notice_id, decision, decided_at, guardian_id, decided_by_name,
         channel, verification, language, created_at)
       SELECT :publicId, n.school_id, :studentId, n.purpose, n.id, 'given', UTC_TIMESTAMP(3), :guardianId, 'Rajesh', 'account', 'account', 'en',
         UTC_TIMESTAMP(3) FROM privacy_notices n WHERE n.school_id = :id AND n.purpose = 'whatsapp'`,
      { id: school.id, publicId: randomBytes(6).toString('hex'), studentId: student.id, guardianId: parent.id },
    )
    await execute(
      `INSERT INTO message_rules (school_id, events, due_before_days, overdue_after_days, report_hours, updated_at)
       VALUES (:id, 'results', 3, 3, 1, UTC_TIMESTAMP(3))`,
      { id: school.id },
    )
    await withoutQuiet()
    const results = { event: 'results' as const, studentId: student.id, values: { exam: 'Unit test' }, onceKey: 'r' }
    await inTransaction(() => notifyFamily(school.scope, results))
    await work()
    for (let nth = 0; nth < 2; nth += 1) {
      await pass(hours(1.1))
      await work()
    }
    expect(provider.got.map(({ channel }) => channel)).toEqual(['sms', 'whatsapp'])
    expect(await only()).toMatchObject({ state: 'failed' })
  })

  it('is not sent on another channel once delivered', async () => {
    await makeParent()
    await tell()
    await work()
    await report('delivered')
    await applyDeliveryReports(school.scope)
    await pass(hours(48))
    await work()
    expect(await only()).toMatchObject({ state: 'delivered', channel: 'sms' })
  })

  it('fails when its mail bounced or was not sent', async () => {
    await makeParent({ mobileNumber: null })
    await tell()
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'mail' })
    await execute("UPDATE outgoing_mail SET state = 'failed' WHERE school_id = :id", { id: school.id })
    await pass(hours(12.1))
    await work()
    expect(await only()).toMatchObject({ state: 'failed', reason: 'The mail was not sent, or it bounced' })
  })

  it("is not retried during the provider's pause; a refused attempt does not use up the daily quota", async () => {
    await execute('UPDATE message_settings SET daily_quota = 3 WHERE school_id = :id', { id: school.id })
    await makeParent()
    for (let one = 0; one < 3; one += 1) await tell()
    provider.answer = () => ({ ok: false, reason: 'limited', message: 'slow down', retryAfterSeconds: 3600 })
    await work()
    expect(provider.asked).toBe(3)
    await pass(300)
    await work()
    expect(provider.asked).toBe(3)
    await pass(3400)
    await work()
    expect(provider.asked).toBe(6)
    provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
    await pass(3700)
    await work()
    expect((await all()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    await tell()
    await work()
    expect((await all())[3]).toMatchObject({ state: 'sent', channel: 'mail' })
    await tell('k', 'urgent', false)
    await withoutQuiet()
    await work()
    expect((await all())[4]).toMatchObject({ state: 'held', reason: 'The daily limit of messages is used up' })
  })

  it('waits without calling a provider that refused the account, and is sent once the keys are right', async () => {
    await withoutQuiet()
    await makeParent()
    provider.answer = () => ({ ok: false, reason: 'keys', message: 'no' })
    const reason = 'The keys for SMS are not accepted'
    await tell('k1', 'urgent', false)
    await work()
    await pass(300)
    await tell('k2', 'urgent', false)
    await work()
    expect(await all()).toMatchObject([
      { state: 'held', reason },
      { state: 'held', reason },
    ])
    expect(provider.asked).toBe(1)
    // Two held messages cause one call to the provider an hour, not two.
    await pass(3600)
    await work()
    expect(provider.asked).toBe(2)
    provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
    await inTransaction(() => releaseHeld(school.scope))
    await work()
    expect((await all()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it.each(['keys', 'balance'] as const)(
    'uses another channel for an urgent message when the provider refuses the school’s account (%s)',
    async (reason) => {
      await makeParent()
      provider.answer = () => ({ ok: false, reason, message: 'no' })
      await tell()
      await work()
      expect(await only()).toMatchObject({ state: 'sent', channel: 'mail' })
    },
  )

  it('waits while its provider is paused after three tries without an answer, and delays no other school', async () => {
    const withoutMail = async () => {
      await makeParent()
      await execute('UPDATE family_guardians SET email = NULL WHERE school_id = :id', { id: school.id })
    }
    await withoutMail()
    provider.answer = () => ({ ok: false, reason: 'unreachable', message: 'no answer' })
    for (const key of ['k1', 'k2', 'k3', 'k4', 'k5']) {
      await tell(key)
      await work()
    }
    expect(provider.asked).toBe(3)
    expect((await all()).slice(3).map(({ state }) => state)).toEqual(['held', 'held'])
    await openSchool()
    await withoutMail()
    provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
    await tell()
    await work()
    expect(await only()).toMatchObject({ state: 'sent', channel: 'sms' })
  })

  it('is not sent again, and its state is unsure, when its worker died and its channel was removed', async () => {
    await makeParent()
    await tell()
    provider.answer = () => 'dies'
    await expect(send()).rejects.toThrow('killed')
    provider.channels = []
    await pass(130)
    await send()
    expect(await only()).toMatchObject({ state: 'unsure' })
    expect((await findMessage(school.scope, (await only()).publicId))?.attempts).toMatchObject([
      { channel: 'sms', state: 'unsure' },
    ])
  })

  it('is sent again with all other unsure messages when the office requests it', async () => {
    await makeParent()
    for (const key of ['k1', 'k2']) await tell(key)
    provider.answer = () => ({ ok: false, reason: 'unreachable', message: 'no answer' })
    await work()
    await pass(130)
    await work()
    expect(await findTroubles(school.scope)).toMatchObject({ unsure: 2 })
    expect(await sendUnsure((await makeSchool()).scope)).toEqual({ again: 0, late: 0 })
    provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
    expect(await sendUnsure(school.scope)).toEqual({ again: 2, late: 0 })
    expect(await entriesOf(school, 'messages.sent-again')).toMatchObject([
      { kind: 'school', id: school.id, details: { messages: 2, late: 0 } },
    ])
    await work()
    expect((await all()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(provider.got).toHaveLength(2)
    expect(await findBudget(school.scope)).toMatchObject({ spent: 50 })
  })

  it('is not sent again, alone or with all others, if it is unsure after the time allowed for its event', async () => {
    await makeParent({ email: null } as never)
    await execute('UPDATE family_guardians SET email = NULL WHERE school_id = :id', { id: school.id })
    const unsure = async (key: string) => {
      provider.answer = () => ({ ok: false, reason: 'unreachable', message: 'no answer' })
      await tell(key)
      await work()
      await pass(130)
      await work()
    }
    for (const key of ['k1', 'k2', 'k3']) await unsure(key)
    await pass(hours(24))
    await unsure('k4')
    expect(await findTroubles(school.scope)).toMatchObject({ unsure: 4, late: 3 })
    provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
    const [one] = await all()
    const of = async (message: { publicId: string } | undefined) => findMessage(school.scope, message?.publicId ?? '')
    expect(await settleUnsure(school.scope, one?.publicId ?? '', false)).toMatchObject({ ok: true })
    const late = { state: 'failed', reason: 'It was too late to notify', isTooLate: true }
    expect(await of(one)).toMatchObject({ ...late, attempts: [{ state: 'failed', costPaise: 0 }] })
    expect(await retryMessage(school.scope, one?.publicId ?? '')).toMatchObject({ reason: 'too-late' })
    expect(await sendUnsure(school.scope)).toEqual({ again: 1, late: 2 })
    await work()
    expect(await all()).toMatchObject([
      { state: 'failed' },
      { state: 'failed' },
      { state: 'failed' },
      { state: 'sent' },
    ])
    expect(await of((await all())[1])).toMatchObject({ ...late, attempts: [{ state: 'failed', costPaise: 0 }] })
    expect(provider.got).toHaveLength(1)
    expect(await findTroubles(school.scope)).toMatchObject({ unsure: 0, late: 0 })
  })

  it('is not sent after the time allowed for its event, even if it was retried in time and then held', async () => {
    await makeParent({ email: null } as never)
    await execute('UPDATE family_guardians SET email = NULL WHERE school_id = :id', { id: school.id })
    await tell()
    provider.answer = () => ({ ok: false, reason: 'dnd', message: 'On the register' })
    await work()
    await pass(hours(23))
    expect(await retryMessage(school.scope, (await only()).publicId)).toMatchObject({ ok: true })
    await pass(hours(2))
    await work()
    expect(await only()).toMatchObject({ state: 'skipped', reason: 'It was too late to notify' })
  })

  it('is not sent after being held too long', async () => {
    await makeParent({ email: null } as never)
    await execute('UPDATE family_guardians SET email = NULL WHERE school_id = :id', { id: school.id })
    const register = (state: string) =>
      execute('UPDATE message_templates SET state = :state WHERE school_id = :id', { id: school.id, state })
    await register('draft')
    await tell('k1')
    await work()
    expect((await only()).reason).toContain('No registered text')
    await pass(hours(25))
    await tell('k2')
    await register('registered')
    await inTransaction(() => releaseHeld(school.scope))
    await work()
    expect(await all()).toMatchObject([{ state: 'skipped', reason: 'It was too late to notify' }, { state: 'sent' }])
  })

  it('waits for a registered text and is sent once the office has registered it', async () => {
    await makeParent({ email: null })
    await execute("UPDATE message_templates SET state = 'draft' WHERE school_id = :id", { id: school.id })
    await tell()
    await work()
    expect(await only()).toMatchObject({ state: 'held' })
    const [text] = await readRows<{ publicId: string }>(
      `SELECT public_id AS publicId FROM message_templates
       WHERE school_id = :id AND event = 'urgent' AND channel = 'sms' AND language = 'en'`,
      { id: school.id },
    )
    const found = await templates.find(school.scope, text?.publicId ?? '')
    if (!found) throw new Error('no text')
    const { event, channel, language, body, variables, refusal, providerName, dltTemplateId, header, category } = found
    const values = { event, channel, language, body, variables, refusal, providerName, dltTemplateId, header, category }
    expect(
      await templates.update(school.scope, found.publicId, found.version, { ...values, state: 'registered' }),
    ).toMatchObject({ ok: true })
    await work()
    expect(await only()).toMatchObject({ state: 'sent' })
  })

  it('is listed and counted in the month of its date in India', async () => {
    await makeParent()
    await tell()
    await work()
    for (const [table, column] of [
      ['outgoing_messages', 'created_at'],
      ['message_attempts', 'asked_at'],
    ] as const)
      await execute(`UPDATE ${table} SET ${column} = :at WHERE school_id = :id`, {
        at: new Date('2026-08-01T01:30:00+05:30'),
        id: school.id,
      })
    const listed = async (month: string) =>
      (
        await listMessages(school.scope, {
          search: '',
          sort: 'written',
          descending: false,
          page: 1,
          filters: { state: '', event: '', channel: '', month, student: '' },
        })
      ).total
    expect([await listed('2026-07'), await listed('2026-08')]).toEqual([0, 1])
    expect(await countMessages(school.scope, '2026-07')).toEqual([])
    expect(await countMessages(school.scope, '2026-08')).toMatchObject([{ channel: 'sms', sent: 1 }])
  })

  it('uses a language for which the school has a text, and formats its date in that language', async () => {
    await makeParent({ language: 'en' })
    await execute("DELETE FROM message_templates WHERE school_id = :id AND language <> 'gu'", { id: school.id })
    await tell()
    await work()
    expect(provider.got[0]?.template.language).toBe('gu')
    expect(provider.got[0]?.text).toContain(formatDay(todayInIndia(new Date()), 'gu'))
  })

  it('shortens a long school name in a variable, but contains it in full as part of the text', async () => {
    const name = 'Shree Swaminarayan Academy School'
    await execute('UPDATE schools SET name = :name WHERE id = :id', { id: school.id, name })
    await makeParent()
    await tell()
    await work()
    expect(provider.got[0]?.values).toContain('Shree Swaminarayan Academy...')
    await execute("DELETE FROM message_templates WHERE school_id = :id AND event = 'results'", { id: school.id })
    expect(await addUsualTemplates(school.scope)).toMatchObject({ ok: true })
    expect(await entriesOf(school, 'message-templates.added')).toMatchObject([
      { kind: 'school', id: school.id },
      { kind: 'school', id: school.id, details: { texts: 6 } },
    ])
    const [sms] = await readRows<{ body: string }>(
      "SELECT body FROM message_templates WHERE school_id = :id AND event = 'results' AND channel = 'sms' AND language = 'en'",
      { id: school.id },
    )
    expect(sms?.body).toMatch(new RegExp(`${name}$`))
  })

  it(`becomes unsure when the provider's answer is lost, and is sent again only when the office says it was not sent`, async () => {
    await makeParent()
    await tell()
    provider.answer = () => 'dies'
    await expect(send()).rejects.toThrow('killed')
    provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
    await send()
    expect([provider.got.length, (await only()).state]).toEqual([0, 'sending'])
    await send(later(130))
    expect(await only()).toMatchObject({ state: 'unsure' })
    expect(await findTroubles(school.scope)).toMatchObject({ unsure: 1 })
    await send(later(3600))
    expect(provider.got).toHaveLength(0)
    const { publicId } = await only()
    expect(await settleUnsure(school.scope, publicId, false)).toMatchObject({ ok: true })
    expect(await settleUnsure(school.scope, publicId, false)).toMatchObject({ reason: 'not-unsure' })
    expect(await entriesOf(school, 'message.settled')).toMatchObject([
      { kind: 'student', id: student.id, details: { wasSent: false } },
    ])
    await send()
    expect([provider.got.length, (await only()).state]).toEqual([1, 'sent'])
  })

  it.each([
    ['sent', { ok: true, found: 'sent', providerId: 'p-x' }, 0],
    ['never', { ok: true, found: 'never' }, 1],
  ] as const)(
    'asks the provider after a crash whether the message was sent (%s), and sends it again only if not',
    async (_, found, sentAgain) => {
      await makeParent()
      await tell()
      provider.answer = () => 'dies'
      await expect(send()).rejects.toThrow('killed')
      provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
      provider.found = found
      await send(later(130))
      expect([provider.got.length, (await only()).state]).toEqual([sentAgain, 'sent'])
    },
  )

  it('waits for a busy provider, is held when the keys are wrong, and disables a text that the provider refuses', async () => {
    await makeParent({ email: null } as never)
    await execute('UPDATE family_guardians SET email = NULL WHERE school_id = :id', { id: school.id })
    await execute("DELETE FROM message_templates WHERE school_id = :id AND language <> 'en'", { id: school.id })
    await tell()
    provider.answer = () => ({ ok: false, reason: 'limited', message: 'slow down', retryAfterSeconds: 30 })
    await send()
    expect(await only()).toMatchObject({ state: 'waiting' })
    provider.answer = () => ({ ok: false, reason: 'keys', message: 'no' })
    await send()
    await send()
    expect(await only()).toMatchObject({ state: 'held', reason: 'The keys for SMS are not accepted' })
    expect((await findTroubles(school.scope)).held).toEqual([
      { reason: 'The keys for SMS are not accepted', messages: 1 },
    ])
    expect(await sendHeld(school.scope)).toBe(1)
    provider.answer = () => ({ ok: false, reason: 'template', message: 'Not approved' })
    await send()
    await send()
    expect((await only()).state).toBe('held')
    expect((await only()).reason).toContain('No registered text')
    const refused = await templates.list(school.scope, {
      search: '',
      filters: { event: '', channel: 'sms', language: '', state: 'refused' },
      sort: 'event',
      descending: false,
      page: 1,
    })
    expect(refused.rows).toMatchObject([{ event: 'urgent', refusal: 'Not approved' }])
    expect(provider.got).toEqual([])
  })

  it('is held in quiet hours unless it is urgent, and when the budget or the daily quota is used up', async () => {
    await tellSlip(await makeParent())
    await send(new Date('2026-07-13T18:00:00Z'))
    expect(await only()).toMatchObject({ state: 'held', reason: 'Quiet hours' })
    // It is sent the next morning without the office, so the office is not asked to act.
    expect((await findTroubles(school.scope)).held).toEqual([])
    await execute('UPDATE message_settings SET monthly_budget_paise = 10 WHERE school_id = :id', { id: school.id })
    await execute('DELETE FROM outgoing_messages WHERE school_id = :id', { id: school.id })
    await tell('k', 'urgent', false)
    await withoutQuiet()
    await send()
    expect(await only()).toMatchObject({ state: 'held', reason: 'The monthly budget is used up' })
    await execute('UPDATE message_settings SET monthly_budget_paise = 100000, daily_quota = 0 WHERE school_id = :id', {
      id: school.id,
    })
    await send()
    expect(await only()).toMatchObject({ state: 'held', reason: 'The daily limit of messages is used up' })
    expect(await findBudget(school.scope)).toMatchObject({ spent: 0, left: 100000 })
  })

  it.each([
    ['monthly_budget_paise', 24, 'The monthly budget is used up', []],
    ['monthly_budget_paise', 25, 'The monthly budget is used up', ['sent']],
    ['monthly_budget_paise', 49, 'The monthly budget is used up', ['sent']],
    ['monthly_budget_paise', 50, 'The monthly budget is used up', ['sent', 'sent']],
    ['daily_quota', 0, 'The daily limit of messages is used up', []],
    ['daily_quota', 1, 'The daily limit of messages is used up', ['sent']],
    ['daily_quota', 2, 'The daily limit of messages is used up', ['sent', 'sent']],
  ])(
    'is sent only within the limit, at 25 paise and one message each: %s of %i',
    async (limit, amount, reason, sent) => {
      await makeParent({ email: null } as never)
      await execute('UPDATE family_guardians SET email = NULL WHERE school_id = :id', { id: school.id })
      await execute(`UPDATE message_settings SET ${limit} = :amount WHERE school_id = :id`, { id: school.id, amount })
      await withoutQuiet()
      for (const key of ['k1', 'k2', 'k3']) {
        await tell(key, 'urgent', false)
        await work()
      }
      const messages = (await all()).map(({ state, reason: why }) => (state === 'held' ? why : state))
      expect(messages).toEqual([...sent, ...Array.from({ length: 3 - sent.length }, () => reason)])
    },
  )

  it('does not count towards the daily quota when sent by mail', async () => {
    const guardian = await makeParent()
    await execute('UPDATE message_settings SET daily_quota = 1 WHERE school_id = :id', { id: school.id })
    await withoutQuiet()
    for (const [version, firstChannel] of (['mail', 'sms', 'sms'] as const).entries()) {
      await savePreference(school.scope, guardian.publicId, version, { firstChannel, muted: [] })
      await tell(`k${version}`, 'urgent', false)
      await work()
    }
    expect((await all()).map(({ state, channel }) => [state, channel])).toEqual([
      ['sent', 'mail'],
      ['sent', 'sms'],
      ['held', null],
    ])
  })

  it('may be retried by the office when it failed on every channel, but not while in progress', async () => {
    await makeParent({ email: null } as never)
    await execute('UPDATE family_guardians SET email = NULL WHERE school_id = :id', { id: school.id })
    await tell()
    provider.answer = () => ({ ok: false, reason: 'dnd', message: 'On the register' })
    await send()
    await send()
    const { publicId } = await only()
    expect(await only()).toMatchObject({ state: 'failed', reason: 'On the register' })
    provider.answer = () => ({ ok: true, providerId: 'p', parts: 1 })
    expect(await retryMessage(school.scope, publicId)).toMatchObject({ ok: true })
    await send()
    expect(await retryMessage(school.scope, publicId)).toMatchObject({ reason: 'not-open' })
    expect(await entriesOf(school, 'message.retried')).toMatchObject([{ kind: 'student', id: student.id, details: {} }])
    expect(provider.got).toHaveLength(1)
  })
})

it('previews recipients, channels and cost, and the families that cannot be reached, with the reason', async () => {
  await makeParent()
  const lonely = await makeStudent(school, { firstName: 'Ravi' })
  await linkGuardian(await makeGuardian(school), lonely)
  const of = async (one: MadeStudent, name: string) => {
    const [facts] = await selectRows(familyFacts, 'FROM students s WHERE s.id = :id', { id: one.id })
    if (!facts) throw new Error('no student')
    return { ...facts, name, values: { notice: 'School closed on Monday', date: '2026-07-12' } }
  }
  const shown = await previewMessages(school.scope, 'urgent', [await of(student, 'Asha'), await of(lonely, 'Ravi')])
  expect(shown).toMatchObject({ messages: 1, costPaise: 25, byChannel: { sms: { messages: 1, parts: 1 } } })
  expect(shown.notReached).toEqual([
    { name: 'Ravi (Rajesh Patel)', why: 'No valid mobile number. WhatsApp is not set up. No e-mail address' },
  ])
})

it('calculates the cost for many families in as many statements as for one', async () => {
  await makeParent()
  const facts = () =>
    selectRows(familyFacts, "FROM students s WHERE s.school_id = :id AND s.status = 'active'", { id: school.id })
  const values = { notice: 'School closed on Monday', date: '2026-07-12' }
  const preview = async () =>
    previewMessages(
      school.scope,
      'urgent',
      (await facts()).map((one) => ({ ...one, name: one.firstName, values })),
    )
  const one = await countQueries(preview)
  expect(one.value).toMatchObject({ messages: 1, leftPaise: 100_000 })
  for (let more = 0; more < 12; more += 1) {
    const other = await makeStudent(school)
    await linkGuardian(await makeGuardian(school, { mobileNumber: `98765001${10 + more}` }), other)
  }
  const many = await countQueries(preview)
  expect(many.value).toMatchObject({ messages: 13, costPaise: 13 * 25 })
  expect(many.count).toBe(one.count)
})

describe('message preferences of a guardian', () => {
  it('are saved per school by guardian or office; the second of two concurrent saves is refused', async () => {
    const account = await makeGuardianAccount({ password: null })
    const guardian = await makeParent({ accountId: account.id })
    const own = guardianScope(account.id, account.name)
    const away = await makeSchool()
    const child = await makeStudent(away)
    await linkGuardian(await makeGuardian(away, { accountId: account.id }), child, { isTold: false })
    expect(await listOwnPreferences(own)).toMatchObject([
      { schoolPublicId: school.publicId, names: ['Asha'], version: 0, firstChannel: null, muted: [] },
    ])
    const save = (version: number) =>
      saveOwnPreference(own, school.publicId, version, {
        firstChannel: 'mail',
        muted: ['receipt', 'urgent', 'results'],
      })
    expect(await save(0)).toMatchObject({ ok: true })
    expect(await save(0)).toMatchObject({ reason: 'changed' })
    // Urgent events cannot be switched off, and a school that does not notify the guardian is not listed.
    expect(await findPreference(school.scope, guardian.publicId)).toMatchObject({
      version: 1,
      firstChannel: 'mail',
      muted: ['receipt', 'results'],
    })
    const values = { firstChannel: 'sms' as const, muted: [] }
    expect(await saveOwnPreference(own, away.publicId, 0, values)).toMatchObject({ reason: 'not-found' })
    expect(await savePreference(away.scope, guardian.publicId, 1, values)).toMatchObject({ reason: 'not-found' })
    expect(await findPreference(away.scope, guardian.publicId)).toBeNull()
    expect(await savePreference(school.scope, guardian.publicId, 1, values)).toMatchObject({ ok: true })
    expect(
      await readRows(
        "SELECT actor_kind AS kind FROM audit_entries WHERE school_id = :id AND action = 'message-preference.saved' ORDER BY id",
        { id: school.id },
      ),
    ).toEqual([{ kind: 'guardian' }, { kind: school.scope.actor.kind }])
  })

  it('decide which channel is tried first; only a bulk mail has an unsubscribe link', async () => {
    const guardian = await makeParent()
    await savePreference(school.scope, guardian.publicId, 0, { firstChannel: 'mail', muted: [] })
    await tell()
    await send()
    expect([provider.got, (await only()).channel]).toEqual([[], 'mail'])
    // A recipient may unsubscribe from a notice, but not from an invitation.
    await tellSlip(guardian)
    for (const { publicId } of await all()) await sendMessage(school.scope, publicId, day)
    expect(
      await readRows<{ kind: string; hasLink: number }>(
        "SELECT kind, body_text LIKE '%/unsubscribe/%' AS hasLink FROM outgoing_mail WHERE school_id = :id ORDER BY id",
        { id: school.id },
      ),
    ).toEqual([
      { kind: 'bulk', hasLink: 1 },
      { kind: 'transactional', hasLink: 0 },
    ])
  })
})

describe('a message whose job was abandoned', () => {
  it('is unsure if it may have been sent, and may be retried otherwise', async () => {
    await makeParent()
    await tell('k1')
    provider.answer = () => 'dies'
    await expect(send()).rejects.toThrow('killed')
    await tell('k2')
    await tell('k3')
    await execute(
      "UPDATE outgoing_messages SET state = 'held' WHERE school_id = :id AND state = 'waiting' ORDER BY id DESC LIMIT 1",
      { id: school.id },
    )
    for (const { publicId } of await all()) await giveUpMessage(school.scope, publicId)
    expect((await all()).map(({ state, reason }) => [state, reason])).toEqual([
      ['unsure', 'The worker stopped while it was being sent'],
      ['failed', 'The worker stopped while it was being sent'],
      ['failed', 'The worker stopped while it was being sent'],
    ])
  })

  it.each(['waiting', 'sending', 'held'])(
    'gets one new job after a while when its job disappeared unnoticed (%s)',
    async (state) => {
      await makeParent()
      await tell()
      const jobs = () =>
        readRows("SELECT id FROM jobs WHERE school_id = :id AND kind = 'send-message' AND state = 'waiting'", {
          id: school.id,
        })
      await execute("UPDATE jobs SET state = 'failed' WHERE school_id = :id", { id: school.id })
      await execute('UPDATE outgoing_messages SET state = :state WHERE school_id = :id', { id: school.id, state })
      await enqueueLeftMessages(systemScope())
      expect(await jobs()).toEqual([])
      await execute('UPDATE outgoing_messages SET updated_at = updated_at - INTERVAL 16 MINUTE WHERE school_id = :id', {
        id: school.id,
      })
      for (let again = 0; again < 2; again += 1) await enqueueLeftMessages(systemScope())
      expect(await jobs()).toHaveLength(1)
    },
  )
})

it('notifies each recipient once and loses nothing under random crashes, answers and reports', async () => {
  await makeParent()
  const keys = Array.from({ length: 25 }, (_, index) => `k${index}`)
  for (const key of keys) await tell(key)
  const given = new Map<string, number>()
  let draws = 0
  provider.answer = (message) => {
    draws += 1
    const chance = (seedOf(`answer ${draws}`) % 1000) / 1000
    const accept = () => given.set(message.reference, (given.get(message.reference) ?? 0) + 1)
    if (chance < 0.2) return 'dies'
    // The provider accepts the message, but the worker dies before it gets the answer.
    if (chance < 0.4) {
      accept()
      return 'dies'
    }
    if (chance < 0.5) return { ok: false, reason: 'limited', message: 'slow' }
    accept()
    return { ok: true, providerId: 'p', parts: 1 }
  }
  for (let round = 0; round < 6; round++) {
    for (const { publicId } of await all())
      await sendMessage(school.scope, publicId, later(round * 130)).catch(() => null)
  }
  const messages = await all()
  expect(messages).toHaveLength(keys.length)
  expect([...given.values()].filter((times) => times > 1)).toEqual([])
  const attempts = await readRows<{ message: number; tries: number }>(
    'SELECT message_id AS message, COUNT(*) AS tries FROM message_attempts WHERE school_id = :id GROUP BY message_id',
    { id: school.id },
  )
  expect(attempts.filter(({ tries }) => tries > 1)).toEqual([])
  expect(messages.filter(({ state }) => !['sent', 'unsure', 'waiting', 'sending'].includes(state))).toEqual([])
})

it('keeps a report of an unknown message for an hour while looking for the message, then deletes it', async () => {
  const unknown = { providerId: 'p-unknown', reference: 'no-such-message', state: 'delivered', reason: null } as const
  await storeReports(school.scope, 'sms', [{ ...unknown, at: new Date() }])
  const kept = async () => {
    await applyDeliveryReports(school.scope)
    return readRows<{ appliedAt: Date | null }>(
      'SELECT applied_at AS appliedAt FROM message_reports WHERE school_id = :id',
      { id: school.id },
    )
  }
  const passed = (minutes: number) =>
    execute('UPDATE message_reports SET created_at = created_at - INTERVAL :minutes MINUTE WHERE school_id = :id', {
      id: school.id,
      minutes,
    })
  expect(await kept()).toEqual([{ appliedAt: null }])
  await passed(59)
  expect(await kept()).toEqual([{ appliedAt: null }])
  await passed(2)
  expect(await kept()).toEqual([])
})
