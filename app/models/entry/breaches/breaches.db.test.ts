import { expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { guardianScope, visitorScope } from '~/models/core/shared/scope.server'
import {
  findGuardianSession,
  findStudentSession,
  idleMinutes,
  openSession,
} from '~/models/people/accounts/sign-in/sessions.server'
import { siteUrl } from '~/services/site.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import {
  addAffectedStudents,
  breachWords,
  makeBreach,
  noticeOf,
  notifyAffected,
} from '../../../../tests/factories/breaches'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { unique } from '../../../../tests/factories/insert'
import { makeLeaver } from '../../../../tests/factories/people'
import { readRow, readRows } from '../../../../tests/factories/read'
import { admit } from '../../../../tests/factories/register'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { readBoardReport } from './board-report.server'
import {
  breachChoices,
  breaches,
  closeBreach,
  findBreachText,
  languagesToTell,
  listBreachPeople,
  recordReport,
  saveBreachText,
  staffChoices,
} from './cases.server'
import { acknowledgeAsGuardian, acknowledgeBreach, findBreachNotice, findGuardianBreach } from './notices.server'
import { choosePeople, findPeople } from './people.server'
import { momentOfDay } from './rules'
import { breachNoticeUrl, requestSending, sendBreachNotices } from './send.server'

/** Simulates a worker that dies after writing `mailsLeft` mails. */
const worker = vi.hoisted(() => ({ mailsLeft: Number.POSITIVE_INFINITY }))
vi.mock('~/models/core/outbox/enqueue.server', async (original) => {
  const real = await original<typeof import('~/models/core/outbox/enqueue.server')>()
  return {
    ...real,
    enqueueMail: (mail: Parameters<typeof real.enqueueMail>[0]) => {
      if (worker.mailsLeft-- <= 0) throw new Error('The worker was killed')
      return real.enqueueMail(mail)
    },
  }
})

const nobody = { numbers: null, section: null, everybody: false, act: 'add' } as const
const query = { search: '', descending: false, page: 1 } as const
const today = todayInIndia(new Date())

it('selects people by numbers, section and school, removes them, and reports unknown numbers', async () => {
  const school = await makeSchool()
  const breach = await makeBreach(school.scope)
  const [asha, ravi, leaver] = [await makeStudent(school), await makeStudent(school), await makeLeaver(school)]
  await makeStudent(await makeSchool(), { enrollmentNumber: 'X-1' })
  await admit(ravi, { number: 'GR 77' })
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass)
  await makeEnrollment(asha, { session, class: ofClass, section })
  const choose = (more: object) => choosePeople(school.scope, breach.publicId, { ...nobody, ...more })
  expect(await choose({})).toEqual({ ok: false, reason: 'nobody' })
  expect(await choose({ numbers: Array.from({ length: 5001 }, (_, n) => n).join('\n') })).toEqual({
    ok: false,
    reason: 'too-many',
  })
  const csv = `"gr 77",Ravi\r\n${leaver.enrollmentNumber};x\nX-1\nX-1\n`
  expect(await choose({ numbers: csv })).toEqual({
    ok: true,
    value: { found: 2, changed: 2, unknown: ['X-1'], unknownCount: 1 },
  })
  expect(await choose({ section: section.publicId })).toMatchObject({ value: { found: 1, changed: 1 } })
  const elsewhere = await makeEnrollment(await makeStudent(await makeSchool()))
  expect(await choose({ section: elsewhere.section.publicId })).toMatchObject({ value: { found: 0, changed: 0 } })
  expect(await choose({ everybody: true })).toMatchObject({ value: { found: 2, changed: 0 } })
  expect(await choose({ numbers: asha.enrollmentNumber, act: 'remove' })).toMatchObject({ value: { changed: 1 } })
  await execute('UPDATE breach_people SET told_at = UTC_TIMESTAMP(3) WHERE student_id = :id', { id: leaver.id })
  expect(await choose({ numbers: leaver.enrollmentNumber, act: 'remove' })).toMatchObject({ value: { changed: 0 } })
  await execute('UPDATE breach_people SET told_at = NULL WHERE student_id = :id', { id: leaver.id })
  const { rows } = await listBreachPeople(school.scope, {
    ...query,
    sort: 'name',
    filters: { breach: breach.publicId, state: 'untold' },
  })
  expect(rows.map((row) => row.foundBy)).toEqual(['list', 'list'])
  expect(await choosePeople((await makeSchool()).scope, breach.publicId, { ...nobody, everybody: true })).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await breachChoices(school.scope)).toEqual([{ publicId: breach.publicId, title: 'Stolen laptop' }])
})

it('finds people in the logs, by account, network and time', async () => {
  const school = await makeSchool()
  const [thief, other] = [await makeStaff(school), await makeStaff(school)]
  const students = [
    await makeStudent(school),
    await makeStudent(school),
    await makeStudent(school),
    await makeStudent(school),
  ]
  const [changed, touched, signedIn, opened] = students
  if (!changed || !touched || !signedIn || !opened) throw new Error('four')
  const edit = (scope: typeof thief.scope, id: number) =>
    inTransaction(() => recordAudit(scope, { action: 'student.updated', subject: { kind: 'student', id } }))
  await edit(thief.scope, changed.id)
  await edit(other.scope, touched.id)
  await recordSecurityEvent(signedIn.scope, { kind: 'signed-in' })
  await execute(`UPDATE security_events SET address = '203.0.113.9' WHERE school_id = :id`, { id: school.id })
  await recordSecurityEvent(thief.scope, {
    kind: 'downloaded',
    details: { path: `/school/students/${opened.publicId}/sheet` },
  })
  await openSession(
    visitorScope(),
    { kind: 'student', schoolId: school.id, id: opened.id },
    { stage: 'full', idleMinutes: idleMinutes.student },
  )
  const found = async (source: 'audit' | 'sign_ins' | 'sessions' | 'downloads', more: object = {}) => {
    const breach = await makeBreach(school.scope)
    const span = {
      fromOn: today,
      fromMinute: 0,
      untilOn: today,
      untilMinute: 1439,
      staff: null,
      address: null,
      ...more,
    }
    const answer = await findPeople(school.scope, breach.publicId, { source, ...span })
    if (!answer.ok) return answer.reason
    const rows = await readRows<{ id: number }>(
      'SELECT student_id AS id FROM breach_people WHERE case_id = :id ORDER BY id',
      { id: breach.id },
    )
    return rows.map(({ id }) => students.findIndex((one) => one.id === Number(id)))
  }
  expect(await found('audit')).toEqual([0, 1])
  // A student with the same row id as the staff user is another person.
  const namesake = { ...thief.scope, actor: { kind: 'student', id: thief.id, name: 'Asha' } } as const
  await edit(namesake, touched.id)
  await recordSecurityEvent(namesake, {
    kind: 'downloaded',
    details: { path: `/students/${changed.publicId}/receipt` },
  })
  expect(await found('audit', { staff: thief.publicId })).toEqual([0])
  expect(await found('audit', { fromOn: '2020-01-01', untilOn: '2020-01-02' })).toEqual([])
  expect(await found('audit', { untilOn: '2020-01-02' })).toBe('backwards')
  expect(await found('sign_ins', { address: '203.0.113' })).toEqual([2])
  for (const address of ['198.51.100', '203_0', '%']) {
    expect(await found('sign_ins', { address }), address).toEqual([])
    expect(await found('downloads', { address }), address).toEqual([])
  }
  expect(await found('sessions')).toEqual([3])
  // A session counts from its start to its last use, even if it started before the period.
  await execute('UPDATE sessions SET created_at = UTC_TIMESTAMP(3) - INTERVAL 2 DAY WHERE student_id = :id', {
    id: opened.id,
  })
  expect(await found('sessions')).toEqual([3])
  for (const [daysAgo, who] of [
    [1, [3]],
    [2, [3]],
    [3, []],
  ] as const) {
    const on = addDays(today, -daysAgo)
    expect(await found('sessions', { fromOn: on, untilOn: on }), `${daysAgo} days ago`).toEqual(who)
  }
  await execute('UPDATE sessions SET seen_at = created_at WHERE student_id = :id', { id: opened.id })
  expect(await found('sessions')).toEqual([])
  // The period includes its first and its last minute in full.
  const at = (moment: string) =>
    execute(
      "UPDATE audit_entries SET created_at = :moment WHERE school_id = :id AND subject_kind = 'student' AND subject_id = :student",
      { moment: new Date(moment), id: school.id, student: changed.id },
    )
  const within = { fromOn: '2026-07-13', fromMinute: 600, untilOn: '2026-07-13', untilMinute: 630 }
  for (const [moment, who] of [
    ['2026-07-13T09:59:59.999+05:30', []],
    ['2026-07-13T10:00:00.000+05:30', [0]],
    ['2026-07-13T10:30:59.000+05:30', [0]],
    ['2026-07-13T10:31:00.000+05:30', []],
  ] as const) {
    await at(moment)
    expect(await found('audit', within), moment).toEqual(who)
  }
  expect(await found('downloads', { staff: thief.publicId })).toEqual([3])
  expect((await staffChoices(school.scope)).map(({ publicId }) => publicId)).toContain(other.publicId)
})

it('notifies each person once, in their language, by notice and mail, despite interruptions', async () => {
  const school = await makeSchool()
  const breach = await makeBreach(school.scope, { words: breachWords({ gujarati: true }) })
  const email = `asha.${unique()}@family.test`
  const asha = await makeStudent(school, { email, language: 'gu' })
  const ravi = await makeStudent(school, { email: null, language: 'hi' })
  const father = await makeGuardian(school, { email: `f.${email}`, language: 'en' })
  const mother = await makeGuardian(school, { email: email.toUpperCase() })
  for (const one of [father, mother]) await linkGuardian(one, asha)
  expect(await requestSending(school.scope, breach.publicId)).toEqual({ ok: false, reason: 'nobody' })
  await addAffectedStudents(school.scope, breach, [asha, ravi])
  expect(await languagesToTell(school.scope, breach.id)).toEqual([
    { language: 'hi', people: 1, withMail: 0 },
    { language: 'gu', people: 1, withMail: 1 },
  ])
  await notifyAffected(school.scope, breach)
  await sendBreachNotices(school.scope, breach.id)
  const mails = await readRows<{ to: string; text: string; kind: string }>(
    'SELECT to_address AS `to`, body_text AS text, kind FROM outgoing_mail WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
    [email, 'transactional'],
    [`f.${email}`, 'transactional'],
  ])
  const [words] = [breachWords({ gujarati: true })]
  for (const part of [words.nature, words.consequences, words.measures, words.steps, words.contact])
    expect(mails[0]?.text).toContain(part.gu)
  expect(mails[1]?.text).toContain(words.nature.en)
  const notice = await noticeOf(breach, asha)
  expect(breachNoticeUrl(notice, { hasAccount: false })).toBe(siteUrl(paths.student.breachNotice(notice)))
  expect(breachNoticeUrl(notice, { hasAccount: true })).toBe(siteUrl(paths.guardian.breachNotice(notice)))
  expect(await requestSending(school.scope, breach.publicId)).toEqual({ ok: false, reason: 'nobody' })
  // A person found later is notified later, but the case keeps the time of the first sending.
  const first = '2026-01-05 04:30:00.000'
  await execute('UPDATE breach_cases SET sent_at = :first WHERE id = :id', { first, id: breach.id })
  const late = await makeStudent(school, { email: null })
  await addAffectedStudents(school.scope, breach, [late])
  await notifyAffected(school.scope, breach)
  expect(await breaches.find(school.scope, breach.publicId)).toMatchObject({
    told: 3,
    sentAt: new Date(`${first.replace(' ', 'T')}Z`),
  })

  expect(await findBreachNotice(asha.scope, notice, 'gu')).toMatchObject({ language: 'gu', isRead: false })
  expect(await findBreachNotice(asha.scope, notice, 'hi')).toMatchObject({ language: 'en' })
  expect(await findBreachNotice(ravi.scope, notice, 'en')).toBeNull()
  const token = await openSession(
    visitorScope(),
    { kind: 'student', schoolId: school.id, id: asha.id },
    { stage: 'full', idleMinutes: 60 },
  )
  expect((await findStudentSession(visitorScope(), token))?.breachNotice).toBe(notice)
  await acknowledgeBreach(ravi.scope, notice)
  expect((await findStudentSession(visitorScope(), token))?.breachNotice).toBe(notice)
  await acknowledgeBreach(asha.scope, notice)
  expect((await findStudentSession(visitorScope(), token))?.breachNotice).toBeNull()

  await execute(
    `UPDATE outgoing_mail SET state = 'sent', bounced_at = IF(to_address = :email, UTC_TIMESTAMP(3), NULL) WHERE school_id = :id`,
    { email, id: school.id },
  )
  const found = await breaches.find(school.scope, breach.publicId)
  expect(found).toMatchObject({
    people: 3,
    told: 3,
    read: 1,
    mailsHandedOver: 1,
    mailsFailed: 1,
    mailsWaiting: 0,
    unmailed: 2,
  })
  if (!found) throw new Error('gone')
  const report = await readBoardReport(school.scope, found)
  expect(report.groups.flatMap(({ rows }) => rows)).toContainEqual(['Mails failed or bounced', '1'])
  const { rows } = await breaches.list(school.scope, { ...query, sort: 'noticed', filters: { state: 'open' } })
  expect(rows).toMatchObject([{ people: 3, told: 3 }])
  const people = await listBreachPeople(school.scope, {
    ...query,
    sort: 'told',
    filters: { breach: '', state: 'unread' },
  })
  expect(people.rows).toHaveLength(2)
})

it('sends and counts one message per recipient, despite a crash, concurrent workers and a repeated run', async () => {
  const school = await makeSchool()
  const [asha, ravi] = [await makeStudent(school), await makeStudent(school)]
  const account = await makeGuardianAccount({ password: null })
  const father = await makeGuardian(school, { accountId: account.id, email: `f.${unique()}@family.test` })
  const mother = await makeGuardian(school, { email: `m.${unique()}@family.test` })
  const away = await makeGuardian(school, { email: `x.${unique()}@family.test` })
  for (const child of [asha, ravi]) {
    await linkGuardian(father, child)
    await linkGuardian(mother, child)
    await linkGuardian(away, child, { isTold: false })
  }
  const breach = await makeBreach(school.scope)
  await addAffectedStudents(school.scope, breach, [asha, ravi])
  expect(await requestSending(school.scope, breach.publicId)).toMatchObject({ ok: true })
  const written = () =>
    readRows<{ guardian: number; facts: string; urgent: number }>(
      `SELECT guardian_id AS guardian, facts, is_urgent AS urgent FROM outgoing_messages WHERE school_id = :id AND event = 'breach'
       ORDER BY student_id, guardian_id`,
      { id: school.id },
    )
  // The worker dies after the first student's mails, before the second's: the batch is rolled back, and no one counts
  // as notified.
  worker.mailsLeft = 4
  await expect(sendBreachNotices(school.scope, breach.id)).rejects.toThrow('killed')
  worker.mailsLeft = Number.POSITIVE_INFINITY
  expect(await written()).toEqual([])
  await Promise.all([sendBreachNotices(school.scope, breach.id), sendBreachNotices(school.scope, breach.id)])
  const once = await written()
  expect(once.map(({ guardian, urgent }) => [Number(guardian), urgent])).toEqual([
    ...[father, mother, father, mother].map(({ id }) => [id, 1]),
  ])
  const notice = await noticeOf(breach, asha)
  expect(once.slice(0, 2).map(({ facts }) => JSON.parse(facts).link)).toEqual([
    siteUrl(paths.guardian.breachNotice(notice)),
    siteUrl(paths.student.breachNotice(notice)),
  ])
  // Simulates the restore of a backup that was taken before anyone was notified.
  await execute('UPDATE breach_people SET told_at = NULL WHERE case_id = :id', { id: breach.id })
  await sendBreachNotices(school.scope, breach.id)
  expect(await written()).toHaveLength(4)
  await execute(
    `UPDATE outgoing_messages SET state = IF(guardian_id = :mother, 'delivered', 'skipped') WHERE school_id = :id AND student_id = :asha`,
    { id: school.id, mother: mother.id, asha: asha.id },
  )
  const found = await breaches.find(school.scope, breach.publicId)
  expect(found).toMatchObject({
    messagesDelivered: 1,
    messagesFailed: 1,
    messagesWaiting: 2,
    messagesSent: 0,
    messagesUnsure: 0,
  })
})

it('shows a breach notice to a guardian who gets the child’s messages, with a banner until it is read', async () => {
  const school = await makeSchool()
  const child = await makeStudent(school)
  const { id: account } = await makeGuardianAccount({ password: null })
  const guardian = await makeGuardian(school, { accountId: account })
  await linkGuardian(guardian, child)
  const breach = await makeBreach(school.scope)
  await addAffectedStudents(school.scope, breach, [child])
  const scope = guardianScope(account, 'Rajesh')
  const token = await openSession(
    visitorScope(),
    { kind: 'guardian', schoolId: null, id: account },
    { stage: 'full', idleMinutes: 60 },
  )
  const banner = async () => (await findGuardianSession(visitorScope(), token))?.breachNotice
  const notice = await noticeOf(breach, child)
  expect(await banner()).toBeNull()
  expect(await findGuardianBreach(scope, notice, 'en')).toBeNull()
  await notifyAffected(school.scope, breach)
  expect(await banner()).toBe(notice)
  expect(await findGuardianBreach(scope, notice, 'en')).toMatchObject({ isRead: false })
  expect(await findGuardianBreach(guardianScope(account + 1, 'x'), notice, 'en')).toBeNull()
  await acknowledgeAsGuardian(scope, notice)
  await acknowledgeAsGuardian(scope, notice)
  expect(await banner()).toBeNull()
  expect(await findGuardianBreach(scope, notice, 'en')).toMatchObject({ isRead: true, language: 'en' })
  // The office's figures and its list of people show the confirmation, too.
  expect(await breaches.find(school.scope, breach.publicId)).toMatchObject({ told: 1, read: 1 })
  const inState = async (state: string) =>
    (await listBreachPeople(school.scope, { ...query, sort: 'told', filters: { breach: '', state } })).rows
  expect(await inState('unread')).toEqual([])
  expect(await inState('read')).toMatchObject([{ readAt: expect.any(Date) }])
})

it('records reports to the authorities, requires complete texts, and closes a case only when all were notified', async () => {
  const school = await makeSchool()
  const breach = await makeBreach(school.scope, { words: null })
  const student = await makeStudent(school)
  await addAffectedStudents(school.scope, breach, [student])
  expect(await requestSending(school.scope, breach.publicId)).toEqual({ ok: false, reason: 'no-text' })
  const text = await findBreachText(school.scope, breach.publicId)
  expect(text).toMatchObject({ nature: {}, version: 1 })
  expect(await saveBreachText(school.scope, breach.publicId, 2, breachWords())).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await saveBreachText(school.scope, breach.publicId, 1, breachWords())).toMatchObject({ ok: true })
  const told = (at: Date) => recordReport(school.scope, breach.publicId, { to: 'cert_in', at, reference: 'C/1' })
  expect(await told(new Date('2020-01-01'))).toEqual({ ok: false, reason: 'early' })
  expect(await told(new Date(Date.now() + 60_000))).toEqual({ ok: false, reason: 'future' })
  expect(await told(new Date())).toMatchObject({ ok: true })
  expect(await breaches.find(school.scope, breach.publicId)).toMatchObject({ certInReference: 'C/1' })
  expect(await requestSending(school.scope, breach.publicId)).toEqual({ ok: true, value: { people: 1 } })
  // The texts are frozen once sending is requested, and a person added after that is not notified with the others.
  expect(await saveBreachText(school.scope, breach.publicId, 4, breachWords())).toEqual({ ok: false, reason: 'sent' })
  const added = await makeStudent(school)
  await addAffectedStudents(school.scope, breach, [added])
  await sendBreachNotices(school.scope, breach.id)
  expect(await findBreachNotice(student.scope, await noticeOf(breach, student), 'en')).not.toBeNull()
  expect(await findBreachNotice(added.scope, await noticeOf(breach, added), 'en')).toBeNull()
  expect(await closeBreach(school.scope, breach.publicId, 'Done')).toEqual({ ok: false, reason: 'untold' })
  await notifyAffected(school.scope, breach)
  expect(await closeBreach(school.scope, breach.publicId, 'Found again')).toMatchObject({ ok: true })
  expect(await closeBreach(school.scope, breach.publicId, 'Found again')).toEqual({ ok: false, reason: 'closed' })
  expect(await choosePeople(school.scope, breach.publicId, { ...nobody, everybody: true })).toEqual({
    ok: false,
    reason: 'closed',
  })
  const actions = await readRows<{ action: string }>(
    `SELECT action FROM audit_entries WHERE school_id = :id AND subject_kind = 'breach' ORDER BY id`,
    { id: school.id },
  )
  expect(actions.map(({ action }) => action)).toEqual([
    ...[
      'breach.created',
      'breach.people-chosen',
      'breach.text-saved',
      'breach.reported',
      ...['breach.sent', 'breach.people-chosen', 'breach.sent'],
      'breach.closed',
    ],
  ])
  expect(
    (
      await readRow<{ n: number }>(
        'SELECT COUNT(*) AS n FROM breach_people WHERE told_at IS NULL AND school_id = :id',
        { id: school.id },
      )
    )?.n,
  ).toBe(0)
})

it.each([
  ['gets messages about the child', true, {}],
  ['gets no messages about the child', false, { isTold: false }],
  ['was shut out by the student', false, { shutOutAt: new Date() }],
])('shows a notice to a guardian who %s: %s', async (_who, isShown, rights) => {
  const school = await makeSchool()
  const child = await makeStudent(school)
  const { id: account } = await makeGuardianAccount({ password: null })
  await linkGuardian(await makeGuardian(school, { accountId: account }), child, rights)
  const breach = await makeBreach(school.scope)
  await addAffectedStudents(school.scope, breach, [child])
  await notifyAffected(school.scope, breach)
  const scope = guardianScope(account, 'Rajesh')
  const notice = await noticeOf(breach, child)
  const token = await openSession(
    visitorScope(),
    { kind: 'guardian', schoolId: null, id: account },
    { stage: 'full', idleMinutes: 60 },
  )
  expect((await findGuardianSession(visitorScope(), token))?.breachNotice).toBe(isShown ? notice : null)
  expect((await findGuardianBreach(scope, notice, 'en')) !== null).toBe(isShown)
  await acknowledgeAsGuardian(scope, notice)
  expect(await breaches.find(school.scope, breach.publicId)).toMatchObject({ read: isShown ? 1 : 0 })
})

it('records who sent the notices first and when each was first read, and never overwrites either', async () => {
  const school = await makeSchool()
  const [first, second] = [await makeStaff(school), await makeStaff(school)]
  const [asha, ravi] = [await makeStudent(school), await makeStudent(school)]
  const breach = await makeBreach(school.scope)
  await addAffectedStudents(school.scope, breach, [asha])
  const inState = async (state: string) =>
    (await listBreachPeople(school.scope, { ...query, sort: 'told', filters: { breach: '', state } })).total
  expect([await inState('untold'), await inState('unread')]).toEqual([1, 0])
  await notifyAffected(first.scope, breach)
  await addAffectedStudents(school.scope, breach, [ravi])
  await notifyAffected(second.scope, breach)
  expect(await breaches.find(school.scope, breach.publicId)).toMatchObject({ sentByName: first.name })
  expect([await inState('untold'), await inState('unread')]).toEqual([0, 2])
  const notice = await noticeOf(breach, asha)
  await acknowledgeBreach(asha.scope, notice)
  const readAt = '2026-05-04T04:30:00.000Z'
  await execute('UPDATE breach_people SET acknowledged_at = :at WHERE public_id = :notice', {
    at: new Date(readAt),
    notice,
  })
  await acknowledgeBreach(asha.scope, notice)
  const { rows } = await listBreachPeople(school.scope, {
    ...query,
    sort: 'told',
    filters: { breach: '', state: 'read' },
  })
  expect(rows.map((row) => row.readAt?.toISOString())).toEqual([readAt])
})

it('accepts a report dated at the moment the breach was noticed, and refuses an earlier one', async () => {
  const school = await makeSchool()
  const breach = await makeBreach(school.scope)
  const noticed = momentOfDay('2026-04-02', 570).getTime()
  const told = (at: number) =>
    recordReport(school.scope, breach.publicId, { to: 'board', at: new Date(at), reference: 'DPB/1' })
  expect(await told(noticed - 1)).toEqual({ ok: false, reason: 'early' })
  expect(await told(noticed)).toMatchObject({ ok: true })
})
