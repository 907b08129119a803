import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { countQueries, execute, inTransaction } from '~/database/database.server'
import { savePreference } from '~/models/contact/messaging/preferences.server'
import { retryMessage } from '~/models/contact/messaging/retry-message.server'
import { sendMessage } from '~/models/contact/messaging/send/send-message.server'
import { previewMessages } from '~/models/contact/messaging/tell/preview.server'
import { listAbsentToday, notifyAbsent, previewAbsent } from '~/models/contact/messaging/tell/tell-absent.server'
import { listDuesNotifiers, notifyDues } from '~/models/contact/messaging/tell/tell-dues.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { listSlips, notifyInvited } from '~/models/contact/messaging/tell/tell-invited.server'
import { notifyResults } from '~/models/contact/messaging/tell/tell-results.server'
import { mailNotice, scheduleMail } from '~/models/contact/notices/mail-notice.server'
import { notifyStudent } from '~/models/contact/notices/notify-student.server'
import { listAddressees, scheduleNoticeMessages, sendNoticeMessages } from '~/models/contact/notices/tell-notice.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { draftCertificate } from '~/models/learning/certificates/drafts.server'
import { requestCertificate } from '~/models/learning/certificates/requests.server'
import { publishCards, withdrawCards } from '~/models/learning/report-cards/publish-cards.server'
import { mapExams } from '~/models/learning/report-cards/schemes.server'
import { tellCards } from '~/models/learning/report-cards/tell-cards.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { bounceCheque } from '~/models/money/ledger/counter/void-payment.server'
import { messagePassengers } from '~/models/money/vehicles/message-passengers.server'
import { makeInvitation } from '~/models/people/guardians/invitations.server'
import {
  currentSession,
  type MadeClass,
  type MadeEnrollment,
  type MadeSection,
  type MadeSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../factories/academics'
import { makeSheet } from '../factories/attendance'
import { entriesOf } from '../factories/audit'
import { issueDraft, makeKinds } from '../factories/certificates'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { makeBoarder } from '../factories/hostel-decisions'
import { insert, unique } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { makeNotice } from '../factories/notices'
import { readRows } from '../factories/read'
import { makeScheme, makeWithholding } from '../factories/report-cards'
import { giveMarks, makeExamWithPapers } from '../factories/results'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { type MadeStudent, makeStudent } from '../factories/student'
import { locateSchool, makeRoute, makeRun, makeVehicle, makeVehicleApplication } from '../factories/transport'
import { activateTransport, approveTransport } from '../factories/transport-decisions'

/* Messages to families: recipients and events. Each occasion sends one message, if the school has enabled its event. */

const today = todayInIndia(new Date())
const everything = 'due_soon,overdue,receipt,bounced,results,certificate'
let school: MadeSchool
let session: MadeSession
let ofClass: MadeClass
let section: MadeSection

beforeEach(async () => {
  school = await makeSchool()
  session = await currentSession(school)
  ofClass = await makeClass(school)
  section = await makeSection(ofClass)
})

const tick = (events: string, before = 3, after = 5) =>
  execute(
    `INSERT INTO message_rules (school_id, events, due_before_days, overdue_after_days, report_hours, updated_at)
     VALUES (:id, :events, :before, :after, 24, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE events = VALUES(events)`,
    { id: school.id, events, before, after },
  )

async function makeEnrolledStudent(facts: Parameters<typeof makeStudent>[1] = {}) {
  const student = await makeStudent(school, facts)
  const enrollment = await makeEnrollment(student, { session, class: ofClass, section })
  return { student, enrollment }
}

/** Returns events and values of a family's messages, the oldest first. */
async function messagesTo(student: Pick<MadeStudent, 'id'>) {
  const rows = await readRows<{ event: string; facts: string }>(
    'SELECT event, facts FROM outgoing_messages WHERE student_id = :id ORDER BY id',
    { id: student.id },
  )
  return rows.map(({ event, facts }): Record<string, unknown> => ({ event, ...(JSON.parse(facts) as object) }))
}

const mark = (
  rows: readonly { student: MadeStudent; enrollment: MadeEnrollment; status: 'absent' | 'present' }[],
  day = today,
) =>
  makeSheet(
    { schoolId: school.id, sessionId: session.id, sectionId: section.id },
    day,
    rows.map(({ student, enrollment, status }) => ({ studentId: student.id, enrollmentId: enrollment.id, status })),
  )

it("notifies the families of today's absentees, once a day, and no others", async () => {
  const [asha, ravi, yesterday] = [
    await makeEnrolledStudent(),
    await makeEnrolledStudent(),
    await makeEnrolledStudent(),
  ]
  await mark([{ ...yesterday, status: 'absent' }], addDays(today, -1))
  expect(await listAbsentToday(school.scope, section.publicId, today)).toEqual([])
  await mark([
    { ...asha, status: 'absent' },
    { ...ravi, status: 'present' },
  ])
  const listed = () => listAbsentToday(school.scope, section.publicId, today)
  expect(await listed()).toMatchObject([
    { publicId: asha.student.publicId, why: null, isOpen: true, className: `${ofClass.name}-A` },
  ])
  const tellOf = (...enrolledStudents: { student: MadeStudent }[]) =>
    notifyAbsent(
      school.scope,
      section.publicId,
      enrolledStudents.map(({ student }) => student.publicId),
      today,
    )
  expect(await tellOf(asha, ravi)).toMatchObject({ reason: 'changed' })
  expect(await messagesTo(asha.student)).toEqual([])
  expect(await tellOf(asha)).toMatchObject({ ok: true, value: { messages: 1, notReached: [] } })
  expect(await entriesOf(school, 'attendance.told')).toMatchObject([
    { kind: 'section', id: section.id, details: { students: 1, messages: 1, on: today } },
  ])
  expect(await tellOf(asha)).toMatchObject({ ok: true, value: { messages: 0 } })
  expect(await listed()).toMatchObject([{ why: 'being notified', isOpen: false }])
  expect(await messagesTo(asha.student)).toMatchObject([{ event: 'absent', student: asha.student.firstName }])
  expect(await messagesTo(ravi.student)).toEqual([])
  const other = await makeSchool()
  expect(await notifyAbsent(other.scope, section.publicId, [asha.student.publicId], today)).toMatchObject({
    reason: 'changed',
  })
  expect(await listAbsentToday(other.scope, section.publicId, today)).toEqual([])
})

it('says why a family gets no message, and repeats only messages that cannot have arrived', async () => {
  const [asha, ravi, meera] = [await makeEnrolledStudent(), await makeEnrolledStudent(), await makeEnrolledStudent()]
  const all = [asha, ravi, meera]
  await mark(all.map((one) => ({ ...one, status: 'absent' as const })))
  const parentOf = async ({ student }: { student: MadeStudent }, name: string, email: string | null) => {
    const made = await makeGuardian(school, { name, email, mobileNumber: null })
    await linkGuardian(made, student)
    return made
  }
  const [father, , mother] = [
    await parentOf(asha, 'Father', `${unique()}@home.test`),
    await parentOf(ravi, 'Without', null),
    await parentOf(meera, 'Mother', `${unique()}@home.test`),
  ]
  const mute = (muted: 'absent'[], version: number) =>
    savePreference(school.scope, father.publicId, version, { firstChannel: null, muted })
  expect(await mute(['absent'], 0)).toMatchObject({ ok: true })

  const ids = all.map(({ student }) => student.publicId)
  const tell = async (...publicIds: string[]) => {
    const told = await notifyAbsent(school.scope, section.publicId, publicIds, today)
    if (!told.ok) throw new Error(told.reason)
    return told.value
  }
  const shown = await previewAbsent(school.scope, await listAbsentToday(school.scope, section.publicId, today), today)
  const first = await tell(...ids)
  expect(first).toEqual(shown)
  expect(first).toMatchObject({ messages: 1, reached: [meera.student.publicId] })
  expect(first.notReached.map(({ why }) => why).toSorted()).toEqual([
    'Has opted out of these messages',
    'WhatsApp is not set up. SMS is not set up. No e-mail address',
  ])
  const work = async () => {
    const waiting = await readRows<{ id: string }>(
      "SELECT o.public_id AS id FROM outgoing_messages o WHERE o.school_id = :id AND o.state = 'waiting' ORDER BY o.id",
      { id: school.id },
    )
    for (const { id } of waiting) await sendMessage(school.scope, id, new Date(`${today}T12:00:00+05:30`))
    return waiting.length
  }
  const listed = async () => {
    const rows = await listAbsentToday(school.scope, section.publicId, today)
    const of = new Map(rows.map(({ publicId, why, isOpen }) => [publicId, { why, isOpen }]))
    return ids.map((id) => of.get(id))
  }
  expect(await work()).toBe(3)
  expect(await listed()).toEqual([
    { why: 'not notified: Has opted out of these messages', isOpen: true },
    { why: 'not notified: WhatsApp is not set up. SMS is not set up. No e-mail address', isOpen: true },
    { why: 'notified', isOpen: false },
  ])

  // The father now allows messages, and only he gets one. His message is new and therefore not too late, although the
  // first messages were created 30 hours ago.
  await execute('UPDATE outgoing_messages SET created_at = created_at - INTERVAL 30 HOUR WHERE school_id = :id', {
    id: school.id,
  })
  expect(await mute([], 1)).toMatchObject({ ok: true })
  expect(await tell(...ids)).toMatchObject({ messages: 1, reached: [asha.student.publicId] })
  expect(await work()).toBe(2)
  expect((await listed()).map((one) => one?.why)).toEqual([
    'notified',
    expect.stringContaining('not notified'),
    'notified',
  ])
  const mailed = await readRows<{ to: string }>(
    'SELECT m.to_address AS `to` FROM outgoing_mail m WHERE m.school_id = :id ORDER BY m.id',
    { id: school.id },
  )
  expect(mailed.map(({ to }) => to)).toEqual([mother.email, father.email])

  // A message that the provider accepted, but for which it sent no delivery report, may have arrived.
  await execute("UPDATE outgoing_messages SET state = 'failed', reason = 'x' WHERE school_id = :id", { id: school.id })
  const lose = (reason: string) =>
    execute("UPDATE message_attempts SET state = 'failed', reason = :reason WHERE school_id = :id", {
      id: school.id,
      reason,
    })
  await lose('No report from the provider')
  expect((await listed())[2]).toEqual({ why: 'delivery not confirmed', isOpen: false })
  expect(await tell(meera.student.publicId)).toMatchObject({ messages: 0 })
  await lose('There is no such number')
  expect((await listed())[2]).toEqual({ why: 'not notified: x', isOpen: true })
})

it('announces all dues of a date in one message, once before and once after it, if the school wants this', async () => {
  const { student } = await makeEnrolledStudent()
  await makeDue(student, { session, amountPaise: 1_000_00, dueOn: addDays(today, 3) })
  await makeDue(student, { session, amountPaise: 2_500_00, dueOn: addDays(today, 3) })
  await makeDue(student, { session, amountPaise: 700_00, dueOn: addDays(today, -5) })
  await makeDue(student, { session, amountPaise: 900_00, dueOn: addDays(today, 4) })
  await tick('receipt')
  expect(await listDuesNotifiers(systemScope())).not.toContain(school.id)
  await notifyDues(school.scope, today)
  expect(await messagesTo(student)).toEqual([])
  await tick(everything)
  expect(await listDuesNotifiers(systemScope())).toContain(school.id)
  for (let again = 0; again < 2; again += 1) await notifyDues(school.scope, today)
  expect(await messagesTo(student)).toMatchObject([
    { event: 'due_soon', amount: 3_500_00, date: addDays(today, 3) },
    { event: 'overdue', amount: 700_00, date: addDays(today, -5) },
  ])
})

it('after missed days, announces the dues of two days at most, and no past due date as due soon', async () => {
  const { student } = await makeEnrolledStudent()
  for (const days of [1, 0, -1, -5, -6, -7, -8])
    await makeDue(student, { session, amountPaise: 1_000_00, dueOn: addDays(today, days) })
  await tick(everything, 1, 5)
  for (let again = 0; again < 2; again += 1) await notifyDues(school.scope, today)
  expect((await messagesTo(student)).map(({ event, date }) => [event, date])).toEqual([
    ['due_soon', today],
    ['due_soon', addDays(today, 1)],
    ['overdue', addDays(today, -7)],
    ['overdue', addDays(today, -6)],
    ['overdue', addDays(today, -5)],
  ])
})

it('skips a waiting message when its absence, due or receipt no longer applies', async () => {
  await tick(everything)
  const whyNot = async (student: MadeStudent) => {
    const [message] = await readRows<{ id: string }>(
      'SELECT o.public_id AS id FROM outgoing_messages o WHERE o.student_id = :id ORDER BY o.id',
      { id: student.id },
    )
    if (!message) throw new Error('nobody was told')
    // Sends at noon, because only urgent messages are sent at night.
    await sendMessage(school.scope, message.id, new Date(`${today}T12:00:00+05:30`))
    const rows = await readRows<{ reason: string }>(
      'SELECT reason FROM outgoing_messages WHERE public_id = :id',
      message,
    )
    return rows[0]?.reason
  }
  const no = 'It no longer applies'
  const [late, absent] = [await makeEnrolledStudent(), await makeEnrolledStudent()]
  await mark([late, absent].map((one) => ({ ...one, status: 'absent' as const })))
  const both = [late, absent].map(({ student }) => student.publicId)
  expect(await notifyAbsent(school.scope, section.publicId, both, today)).toMatchObject({ value: { messages: 2 } })
  await execute("UPDATE attendance SET status = 'present' WHERE student_id = :id", { id: late.student.id })
  expect(await whyNot(late.student)).toBe(no)
  expect(await whyNot(absent.student)).not.toBe(no)

  const [paid, owing] = [await makeEnrolledStudent(), await makeEnrolledStudent()]
  for (const { student } of [paid, owing])
    await makeDue(student, { session, amountPaise: 1_000_00, dueOn: addDays(today, -5) })
  await notifyDues(school.scope, today)
  await execute('UPDATE dues SET paid_paise = amount_paise WHERE student_id = :id', { id: paid.student.id })
  expect(await whyNot(paid.student)).toBe(no)
  expect(await whyNot(owing.student)).not.toBe(no)

  const office = await makeStaff(school)
  const payers = [await makeEnrolledStudent(), await makeEnrolledStudent()]
  for (const { student } of payers) {
    const due = await makeDue(student, { session, amountPaise: 500_00 })
    const taken = await recordOfflinePayment(office.scope, {
      dueIds: [due.publicId],
      parts: new Map([[due.publicId, 500_00]]),
      method: 'cheque',
      amountPaise: 500_00,
      reference: unique(),
      remarks: null,
      repeatsReference: true,
      paidOn: today,
      formKey: newFormKey(),
    })
    if (!taken.ok) throw new Error(taken.reason)
    if (student === payers[0]?.student)
      await bounceCheque(office.scope, { paymentId: taken.value.paymentId, reason: 'No funds' })
  }
  const [returned, cleared] = payers.map(({ student }) => student)
  if (!returned || !cleared) throw new Error('two payers')
  expect(await whyNot(returned)).toBe(no)
  expect(await whyNot(cleared)).not.toBe(no)
})

it('records once that no guardian of a student gets messages, and notifies a guardian whose messages are switched on later', async () => {
  const [asha, alone] = [await makeEnrolledStudent(), await makeEnrolledStudent()]
  const guardian = await makeGuardian(school, { name: 'Father', email: `${unique()}@home.test` })
  await linkGuardian(guardian, asha.student, { isTold: false })
  for (const { student } of [asha, alone])
    await makeDue(student, { session, amountPaise: 1_000_00, dueOn: addDays(today, 3) })
  const kept = () =>
    readRows<{ id: string; name: string; state: string; reason: string | null; isTried: number }>(
      `SELECT o.public_id AS id, o.recipient_name AS name, o.state, o.reason,
         EXISTS (SELECT 1 FROM jobs j WHERE j.unique_key = CONCAT('message:', o.public_id)) AS isTried
       FROM outgoing_messages o WHERE o.student_id = :id ORDER BY o.id`,
      { id: asha.student.id },
    )
  await notifyDues(school.scope, today)
  expect(await kept()).toEqual([])
  await tick(everything)
  for (let again = 0; again < 2; again += 1) await notifyDues(school.scope, today)
  const reason = 'No guardian of this student receives messages'
  const nobody = { id: expect.any(String), name: 'No one', state: 'skipped', reason, isTried: 0 }
  expect(await kept()).toEqual([nobody])
  expect(await messagesTo(alone.student)).toHaveLength(1)
  // A retry is refused, because the record names no recipient.
  const [row] = await kept()
  expect(await retryMessage(school.scope, row?.id ?? '')).toEqual({ ok: false, reason: 'not-open' })
  await execute('UPDATE guardian_links SET is_told = 1 WHERE guardian_id = :id', { id: guardian.id })
  await notifyDues(school.scope, addDays(today, 1))
  expect(await kept()).toMatchObject([nobody, { name: 'Father', state: 'waiting' }])
  await notifyDues(school.scope, addDays(today, 2))
  expect(await kept()).toHaveLength(2)
})

it('announces an invitation slip to each guardian, once and separately, while the slip is open', async () => {
  const [asha, ravi] = [await makeEnrolledStudent(), await makeEnrolledStudent()]
  const elder = await makeStudent(school)
  const link = 'https://school.test/guardians/activate'
  // Guardians who share a phone still get separate invitations.
  const mobileNumber = '9825012345'
  const guardian = async (name: string, rights = {}) => {
    const made = await makeGuardian(school, { name, mobileNumber, email: `${unique()}@home.test` })
    await linkGuardian(made, asha.student, rights)
    return made
  }
  const [father, mother, mailed, aunt] = [
    await guardian('Father'),
    await guardian('Mother'),
    await guardian('Mailed'),
    await guardian('Aunt', { isTold: false }),
  ]
  const [unasked, moved, shut] = [
    await guardian('Unasked'),
    await guardian('Moved'),
    await guardian('Shut', { shutOutAt: new Date() }),
  ]
  await linkGuardian(father, ravi.student)
  // These two guardians are linked only to an elder child, who is not in this section.
  for (const one of [aunt, shut]) await linkGuardian(one, elder)
  for (const one of [father, mother, aunt, moved, shut]) await makeInvitation(school.scope, one.id)
  await makeInvitation(school.scope, mailed.id, 'mail')
  await execute("UPDATE family_guardians SET mobile_number = '9825054321' WHERE id = :id", { id: moved.id })

  const whom = { section: section.publicId }
  const listed = async () => {
    const slips = await listSlips(school.scope, whom)
    return slips.map(({ guardianName, studentId, isRight, why }) => [guardianName, studentId, isRight, why])
  }
  expect(await listed()).toEqual([
    ['Father', asha.student.id, true, null],
    ['Mother', asha.student.id, true, null],
    ['Moved', asha.student.id, false, null],
  ])
  expect(await listSlips(school.scope, { guardian: aunt.publicId })).toMatchObject([{ studentId: elder.id }])
  const other = await makeSchool()
  expect(await listSlips(other.scope, whom)).toEqual([])
  expect(await listSlips(other.scope, { guardian: father.publicId })).toEqual([])
  const tell = (...told: { publicId: string }[]) =>
    notifyInvited(
      school.scope,
      whom,
      told.map(({ publicId }) => publicId),
      link,
    )
  const changed = { ok: false, reason: 'changed' }
  expect(await notifyInvited(other.scope, whom, [father.publicId], link)).toEqual(changed)
  for (const one of [mailed, aunt, unasked, moved, shut]) expect(await tell(father, one)).toEqual(changed)
  const pressed = await Promise.all([tell(father, mother), tell(father, mother)])
  expect(pressed).toContainEqual(changed)
  expect(pressed.flatMap((one) => (one.ok ? one.value.messages : []))).toEqual([2])
  const entries = await entriesOf(school, 'guardian.invitation-told')
  expect(entries.map(({ kind, id }) => [kind, id]).sort()).toEqual(
    [father, mother].map(({ id }) => ['guardian', id]).sort(),
  )
  expect(await tell(mother)).toEqual(changed)
  expect((await listed()).map(([, , , why]) => why)).toEqual(['being notified', 'being notified', null])
  expect(await messagesTo(ravi.student)).toEqual([])
  expect(await messagesTo(asha.student)).toMatchObject([
    { event: 'invitation', student: asha.student.firstName, link },
    { event: 'invitation', link },
  ])

  // A new slip has a new code and a new message; the message about the first slip is obsolete.
  await makeInvitation(school.scope, father.id)
  const waiting = await readRows<{ id: string }>(
    "SELECT o.public_id AS id FROM outgoing_messages o WHERE o.school_id = :id AND o.state = 'waiting' ORDER BY o.id",
    { id: school.id },
  )
  for (const { id } of waiting) await sendMessage(school.scope, id, new Date(`${today}T12:00:00+05:30`))
  const states = await readRows(
    'SELECT o.recipient_name AS name, o.state, o.reason FROM outgoing_messages o WHERE o.school_id = :id ORDER BY o.recipient_name',
    { id: school.id },
  )
  expect(states).toEqual([
    { name: 'Father', state: 'skipped', reason: 'It no longer applies' },
    { name: 'Mother', state: 'sent', reason: null },
  ])
  expect(await tell(father)).toMatchObject({ value: { messages: 1 } })
  const [mail] = await readRows<{ text: string }>(
    'SELECT m.body_text AS text FROM outgoing_mail m WHERE m.school_id = :id',
    { id: school.id },
  )
  expect(mail?.text).toContain(link)
  expect(mail?.text).toContain('The code is on the slip')
})

it('announces published results once to the families of students with marks, and does not announce unpublished ones', async () => {
  const [asha, without] = [await makeEnrolledStudent(), await makeEnrolledStudent()]
  const of = { session, class: ofClass, papers: [{ maxMarks: 50 }] }
  const exam = await makeExamWithPapers(school, { ...of, name: 'Half-yearly', published: true })
  await giveMarks(exam, asha.student, asha.enrollment, [42])
  await notifyResults(school.scope, exam.id)
  expect(await messagesTo(asha.student)).toEqual([])
  await tick(everything)
  for (let again = 0; again < 2; again += 1) await notifyResults(school.scope, exam.id)
  expect(await messagesTo(asha.student)).toMatchObject([{ event: 'results', exam: 'Half-yearly' }])
  expect(await messagesTo(without.student)).toEqual([])
  const hidden = await makeExamWithPapers(school, { ...of, name: 'Unit test' })
  await giveMarks(hidden, asha.student, asha.enrollment, [12])
  await notifyResults(school.scope, hidden.id)
  expect(await messagesTo(asha.student)).toHaveLength(1)
})

it('notifies the families of a section about published report cards, except withheld and withdrawn ones', async () => {
  const [asha, withheld] = [await makeEnrolledStudent(), await makeEnrolledStudent()]
  const exam = await makeExamWithPapers(school, {
    session,
    class: ofClass,
    papers: [{ maxMarks: 100 }],
    published: true,
  })
  for (const { student, enrollment } of [asha, withheld]) await giveMarks(exam, student, enrollment, [81])
  const scheme = await makeScheme(school, { session, classes: [ofClass], name: 'CBSE VI' })
  await mapExams(school.scope, scheme.publicId, new Map([[exam.publicId, 'c1']]))
  await makeWithholding(scheme, withheld.student, withheld.enrollment)
  await tick(everything)
  const at = { section, termKey: 't1' }
  expect(await publishCards(school.scope, scheme.publicId, at, { althoughMissing: true })).toMatchObject({ ok: true })
  const jobs = await readRows<{ payload: string }>(
    "SELECT payload FROM jobs WHERE school_id = :id AND kind = 'tell-cards'",
    { id: school.id },
  )
  expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([
    { schemeId: scheme.id, sectionId: section.id, termKey: 't1' },
  ])
  const cards = { schemeId: scheme.id, sectionId: section.id, termKey: 't1' }
  for (let again = 0; again < 2; again += 1) await tellCards(school.scope, cards)
  expect(await messagesTo(asha.student)).toMatchObject([{ event: 'results', exam: 'CBSE VI' }])
  expect(await messagesTo(withheld.student)).toEqual([])
  await execute('DELETE FROM outgoing_messages WHERE school_id = :id', { id: school.id })
  await withdrawCards(school.scope, scheme.publicId, at, 'A wrong date')
  await tellCards(school.scope, cards)
  expect(await messagesTo(asha.student)).toEqual([])
})

it('notifies the audience of an urgent notice, but not after its last day', async () => {
  const [asha, elsewhere] = [await makeEnrolledStudent(), await makeStudent(school)]
  const notice = await makeNotice(school, { class: ofClass, title: 'School is closed on Monday' })
  expect((await listAddressees(school.scope, notice.id)).map(({ studentId }) => studentId)).toEqual([asha.student.id])
  expect(await listAddressees(school.scope, notice.id, { after: asha.student.id })).toEqual([])
  await execute("UPDATE students SET status = 'inactive' WHERE id = :id", { id: asha.student.id })
  expect(await listAddressees(school.scope, notice.id)).toEqual([])
  await execute("UPDATE students SET status = 'active' WHERE id = :id", { id: asha.student.id })
  expect(await scheduleNoticeMessages(school.scope, notice.publicId)).toEqual({ ok: true })
  expect(await scheduleNoticeMessages((await makeSchool()).scope, notice.publicId)).toMatchObject({
    reason: 'not-found',
  })
  for (let again = 0; again < 2; again += 1) await sendNoticeMessages(school.scope, notice.id)
  expect(await messagesTo(asha.student)).toMatchObject([{ event: 'urgent', notice: 'School is closed on Monday' }])
  expect(await messagesTo(elsewhere)).toEqual([])
  const coming = await makeNotice(school, { class: ofClass, fromOn: addDays(today, 1), priority: 'high' })
  expect(await scheduleNoticeMessages(school.scope, coming.publicId)).toEqual({ ok: true })
  await sendNoticeMessages(school.scope, coming.id)
  expect(await messagesTo(asha.student)).toHaveLength(1)
  expect(
    await readRows(
      "SELECT run_at > UTC_TIMESTAMP(3) AS waits FROM jobs WHERE school_id = :id AND unique_key = CONCAT('tell-notice:', :notice)",
      { id: school.id, notice: coming.id },
    ),
  ).toEqual([{ waits: 1 }])
  await execute('UPDATE notices SET from_on = :today WHERE id = :id', { id: coming.id, today })
  await sendNoticeMessages(school.scope, coming.id)
  expect(
    await readRows('SELECT is_urgent AS urgent FROM outgoing_messages WHERE student_id = :id ORDER BY id', {
      id: asha.student.id,
    }),
  ).toEqual([{ urgent: 0 }, { urgent: 1 }])
  const over = await makeNotice(school, { fromOn: addDays(today, -9), untilOn: addDays(today, -2) })
  await sendNoticeMessages(school.scope, over.id)
  expect(await messagesTo(elsewhere)).toEqual([])
})

it('announces a receipt and a bounced cheque, and does not read the ledger when these events are switched off', async () => {
  const { student } = await makeEnrolledStudent()
  const office = await makeStaff(school)
  const pay = async () => {
    const due = await makeDue(student, { session, amountPaise: 1_250_00 })
    const paid = await countQueries(() =>
      recordOfflinePayment(office.scope, {
        dueIds: [due.publicId],
        parts: new Map([[due.publicId, 1_250_00]]),
        method: 'cheque',
        amountPaise: 1_250_00,
        reference: unique(),
        remarks: null,
        repeatsReference: true,
        paidOn: today,
        formKey: newFormKey(),
      }),
    )
    if (!paid.value.ok) throw new Error(paid.value.reason)
    return { ...paid.value.value, count: paid.count }
  }
  const first = await pay()
  const plain = await pay()
  expect(await messagesTo(student)).toEqual([])
  await tick(everything)
  const told = await pay()
  expect(told.count).toBeGreaterThan(plain.count)
  await tick('results')
  expect((await pay()).count).toBe(plain.count)
  await tick(everything)
  expect(await messagesTo(student)).toMatchObject([{ event: 'receipt', amount: 1_250_00 }])
  expect(await bounceCheque(office.scope, { paymentId: first.paymentId, reason: 'No funds' })).toEqual({ ok: true })
  expect((await messagesTo(student))[1]).toMatchObject({ event: 'bounced', amount: 1_250_00 })
  expect((await messagesTo(student))[1]).toMatchObject({ number: expect.stringMatching(/\d/) })
})

it('sends each address one mail about a receipt, certificate, notice or late bus, and no message by mail in addition', async () => {
  await tick(everything)
  const own = 'A separate mail goes to this address'
  /** Creates two guardians: one with the student's own address in capital letters, and one with a separate address. */
  const makeFamily = async () => {
    const { student } = await makeEnrolledStudent()
    if (!student.email) throw new Error('a student has an address')
    const father = await makeGuardian(school, { name: 'Father', email: student.email.toUpperCase() })
    const mother = await makeGuardian(school, { name: 'Mother', email: `${unique()}@home.test` })
    for (const one of [father, mother]) await linkGuardian(one, student)
    return { student, mother }
  }
  /** Runs the worker; returns the mails per address, and the reasons of unsent messages. */
  const sent = async (student: Pick<MadeStudent, 'id'>, now = new Date(`${today}T12:00:00+05:30`)) => {
    const messages = await readRows<{ id: string }>(
      "SELECT o.public_id AS id FROM outgoing_messages o WHERE o.student_id = :id AND o.state = 'waiting' ORDER BY o.id",
      { id: student.id },
    )
    for (const { id } of messages) await sendMessage(school.scope, id, now)
    const mails = await readRows<{ to: string }>(
      'SELECT m.to_address AS `to` FROM outgoing_mail m WHERE m.school_id = :id ORDER BY m.id',
      { id: school.id },
    )
    await execute('DELETE FROM outgoing_mail WHERE school_id = :id', { id: school.id })
    const rows = await readRows<{ name: string; reason: string | null }>(
      "SELECT o.recipient_name AS name, o.reason FROM outgoing_messages o WHERE o.student_id = :id AND o.state = 'skipped'",
      { id: student.id },
    )
    await execute('DELETE FROM message_attempts WHERE school_id = :id', { id: school.id })
    await execute('DELETE FROM outgoing_messages WHERE school_id = :id', { id: school.id })
    return {
      mailed: mails.map(({ to }) => to.toLowerCase()).toSorted(),
      skipped: rows.map(({ name, reason }) => [name, reason?.split('. ').at(-1)]),
    }
  }
  const { student, mother } = await makeFamily()
  const both = [student.email, mother.email].toSorted()
  const once = { mailed: both, skipped: [['Father', own]] }

  const office = await makeStaff(school)
  const pay = async (payer: Pick<MadeStudent, 'id'>) => {
    const due = await makeDue(payer as MadeStudent, { session, amountPaise: 500_00 })
    const taken = await recordOfflinePayment(office.scope, {
      dueIds: [due.publicId],
      parts: new Map([[due.publicId, 500_00]]),
      method: 'cheque',
      amountPaise: 500_00,
      reference: unique(),
      remarks: null,
      repeatsReference: true,
      paidOn: today,
      formKey: newFormKey(),
    })
    if (!taken.ok) throw new Error(taken.reason)
    return taken.value.paymentId
  }
  await pay(student)
  expect(await sent(student)).toEqual(once)
  // Without guardians, only the student's own address gets the mail.
  const { student: alone } = await makeEnrolledStudent()
  await pay(alone)
  expect(await sent(alone)).toEqual({ mailed: [alone.email], skipped: [[alone.firstName, own]] })

  // A guardian who paid for several children at once gets the mail at the account's address.
  const account = await makeGuardianAccount({ email: mother.email, password: null })
  await execute('UPDATE family_guardians SET account_id = :account WHERE id = :id', {
    account: account.id,
    id: mother.id,
  })
  const paymentId = await pay(student)
  const basket = await insert('payment_baskets', {
    public_id: newPublicId(),
    school_id: school.id,
    guardian_id: mother.id,
    guardian_name: 'Mother',
    form_key: unique(),
    created_at: new Date(),
  })
  await execute('UPDATE payments SET basket_id = :basket WHERE public_id = :paymentId', { basket, paymentId })
  expect((await sent(student)).skipped).toEqual([
    ['Father', own],
    ['Mother', own],
  ])

  const { bonafide } = await makeKinds(school)
  const asked = await requestCertificate(student.scope, randomUUID(), {
    kind: bonafide,
    language: 'en',
    purpose: 'Passport',
  })
  const at = { student: student.publicId, kind: bonafide, language: 'en' } as const
  const draft = await draftCertificate(school.scope, randomUUID(), at, asked.ok ? asked.value : '')
  await issueDraft(school.scope, draft.ok ? draft.value : '')
  expect(await sent(student)).toEqual(once)

  const notice = await makeNotice(school, { class: ofClass, title: 'School is closed on Monday' })
  await sendNoticeMessages(school.scope, notice.id)
  expect(await sent(student)).toMatchObject({ mailed: expect.arrayContaining(both), skipped: [] })
  const mailed = await makeNotice(school, { class: ofClass, title: 'School is closed on Tuesday' })
  await inTransaction(() => scheduleMail(school.scope, mailed.publicId))
  expect(await listAddressees(school.scope, notice.id)).toContainEqual(expect.objectContaining({ isMailed: false }))
  const addressees = await listAddressees(school.scope, mailed.id)
  expect(addressees.map(({ isMailed }) => isMailed)).toEqual([true, true])
  const values = { notice: 'School is closed on Tuesday', date: today }
  const shown = await previewMessages(
    school.scope,
    'urgent',
    addressees.map((one) => ({ ...one, values })),
  )
  expect(shown).toMatchObject({ messages: 1, byChannel: { mail: { messages: 1 } } })
  await mailNotice(school.scope, mailed.id)
  await sendNoticeMessages(school.scope, mailed.id)
  const of = await sent(student)
  expect(of.mailed).toEqual([...both, alone.email].toSorted())
  expect(of.skipped).toEqual([['Father', own]])

  await inTransaction(async () => {
    await notifyStudent(school.scope, student.id, () => ({ title: 'Late', body: 'The bus is late' }))
    const late = { route: 'North', minutes: 20 }
    await notifyFamily(school.scope, { event: 'bus_delay', studentId: student.id, values: late, onceKey: 'late:1:2' })
  })
  // A message about a late bus is sent at any hour, but expires after two hours, so the time is now instead of noon.
  expect(await sent(student, new Date())).toEqual(once)
})

it('announces that a requested certificate is ready', async () => {
  const { student } = await makeEnrolledStudent({ language: 'gu' })
  await tick(everything)
  const { bonafide } = await makeKinds(school)
  const asked = await requestCertificate(student.scope, randomUUID(), {
    kind: bonafide,
    language: 'gu',
    purpose: 'Passport',
  })
  const draft = await draftCertificate(
    school.scope,
    randomUUID(),
    { student: student.publicId, kind: bonafide, language: 'gu' },
    asked.ok ? asked.value : '',
  )
  await issueDraft(school.scope, draft.ok ? draft.value : '')
  expect(await messagesTo(student)).toMatchObject([{ event: 'certificate' }])
  expect((await messagesTo(student))[0]).toMatchObject({ kind: { gu: expect.stringContaining('બોનાફાઇડ') } })
})

it('notifies families that a bus is late, whichever events the school has switched on', async () => {
  await locateSchool(school)
  const vehicle = await makeVehicle(school)
  const run = await makeRun(vehicle, await makeRoute(school, { name: 'North' }))
  const passenger = await makeBoarder(school)
  const application = await makeVehicleApplication(passenger, run)
  await approveTransport(school, application, run)
  await activateTransport(school, application, run)
  const message = { run: null, kind: 'late', minutes: 20, words: null } as const
  const bus = { id: vehicle.id, vehicleNumber: vehicle.number }
  expect(await messagePassengers(school.scope, unique(), message, bus)).toMatchObject({ ok: true })
  expect(await messagesTo(passenger)).toMatchObject([{ event: 'bus_delay', route: 'North', minutes: 20 }])
  expect(
    await messagePassengers(
      school.scope,
      unique(),
      { run: null, kind: 'other', minutes: null, words: 'Be early' },
      bus,
    ),
  ).toMatchObject({ ok: true })
  expect(await messagesTo(passenger)).toHaveLength(1)
})
