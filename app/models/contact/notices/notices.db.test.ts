import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countQueries, execute, inTransaction } from '~/database/database.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { mailsLeft } from '~/models/core/outbox/mail-room.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { makeEvent, makeNotice } from '../../../../tests/factories/notices'
import { makeLeaver } from '../../../../tests/factories/people'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { events, listEvents } from './events.server'
import { mailNotice, noticeUrl } from './mail-notice.server'
import type { EventValues, NoticeValues } from './notice-schema.server'
import { countReaders, listNotices, notices } from './notices.server'
import { findStudentNotice, listStudentEvents, listStudentNotices, markNoticeRead } from './student-notices.server'
import { writeToStudents } from './write-to-students.server'

const today = todayInIndia(new Date())

/** A school with two sections of a class and a student in each. */
async function makePlace() {
  const school = await makeSchool()
  const office = await makeStaff(school, { role: 'office' })
  const ofClass = await makeClass(school)
  const [a, b] = [await makeSection(ofClass), await makeSection(ofClass, { name: 'B' })]
  const inA = await makeStudent(school, { email: 'asha@family.test' })
  const inB = await makeStudent(school, { email: 'ravi@family.test', language: 'gu' })
  await makeEnrollment(inA, { class: ofClass, section: a })
  await makeEnrollment(inB, { class: ofClass, section: b })
  return { school, office, class: ofClass, a, b, inA, inB }
}

const forAll = { classPublicId: null, sectionPublicId: null, enrollmentNumber: null }

const fields = (more: Partial<NoticeValues> = {}): NoticeValues => ({
  ...forAll,
  title: 'School closes early',
  body: 'At one on Saturday.',
  priority: 'medium',
  audience: 'school',
  fromOn: today,
  untilOn: null,
  sendMail: false,
  ...more,
})

const titlesFor = async (student: MadeStudent, search = '') =>
  (await listStudentNotices(student.scope, { search, page: 1 }, today)).rows.map((row) => row.title)

const eventsFor = async (student: MadeStudent) =>
  (await listStudentEvents(student.scope, 1, today)).rows.map((row) => row.title)

const officeQuery = {
  search: '',
  sort: 'newest',
  descending: false,
  page: 1,
  filters: { audience: '', state: '', type: '' },
} as const

const createNotice = (scope: SchoolScope, values: NoticeValues, own: number[] | null, key: string = randomUUID()) =>
  notices.create(scope, key, values, own)

/** Updates the notice at its current version. */
async function updateNotice(scope: SchoolScope, id: string, values: NoticeValues, own: number[] | null) {
  return notices.update(scope, id, (await notices.find(scope, id, own))?.version ?? 0, values, own)
}

const titlesIn = (list: { rows: Array<{ title: string }> }) => list.rows.map((row) => row.title)

describe('a notice', () => {
  it('is shown to its audience on its days', async () => {
    const { school, class: ofClass, a, inA, inB } = await makePlace()
    const elsewhere = await makeStudent(await makeSchool())
    await makeNotice(school, { title: 'All', fromOn: addDays(today, -3) })
    await makeNotice(school, { title: 'Class', class: ofClass, fromOn: addDays(today, -2) })
    await makeNotice(school, { title: 'Section', section: a, fromOn: addDays(today, -1), untilOn: today })
    await makeNotice(school, { title: 'Student', student: inB })
    await makeNotice(school, { title: 'Coming', fromOn: addDays(today, 1) })
    await makeNotice(school, { title: 'Over', fromOn: addDays(today, -9), untilOn: addDays(today, -1) })
    expect(await titlesFor(inA)).toEqual(['Section', 'Class', 'All'])
    expect(await titlesFor(inB)).toEqual(['Student', 'Class', 'All'])
    expect(await titlesFor(elsewhere)).toEqual([])
    expect(await titlesFor(inA, 'lAsS')).toEqual(['Class'])
    await execute("UPDATE enrollments SET status = 'left', left_on = :today WHERE student_id = :id", {
      today,
      id: inA.id,
    })
    expect(await titlesFor(inA)).toEqual(['All'])
  })

  it('is listed in pages of ten, in two queries', async () => {
    const { school, inA } = await makePlace()
    for (let number = 0; number < 11; number += 1) await makeNotice(school)
    const { value, count } = await countQueries(() => listStudentNotices(inA.scope, { search: '', page: 2 }, today))
    expect(value).toMatchObject({ total: 11, page: 2, pages: 2 })
    expect(value.rows).toHaveLength(1)
    expect(count).toBe(2)
  })

  it('is marked as read once, and the office sees the number of readers', async () => {
    const { school, office, class: ofClass, a, inA, inB } = await makePlace()
    const left = await makeStudent(school)
    await makeEnrollment(left, { class: ofClass, section: a, rollNumber: 9 })
    const made = await makeNotice(school, { class: ofClass })
    expect(await countReaders(office.scope, made.id)).toEqual({ read: 0, of: 3 })
    const opened = await findStudentNotice(inA.scope, made.publicId, today)
    expect(opened).toMatchObject({ isRead: false, body: 'School closes at one on Saturday.' })
    await markNoticeRead(inA.scope, made.id)
    const readAt = new Date('2026-05-04T04:30:00Z')
    await execute('UPDATE notice_readers SET read_at = :readAt WHERE notice_id = :id', { readAt, id: made.id })
    for (let time = 0; time < 2; time += 1) await markNoticeRead(inA.scope, made.id)
    expect(
      await readRows('SELECT read_at AS readAt FROM notice_readers WHERE notice_id = :id', { id: made.id }),
    ).toEqual([{ readAt }])
    await markNoticeRead(left.scope, made.id)
    expect((await listStudentNotices(inA.scope, { search: '', page: 1 }, today)).rows[0]?.isRead).toBe(true)
    expect((await findStudentNotice(inB.scope, made.publicId, today))?.isRead).toBe(false)
    await execute("UPDATE students SET status = 'left', left_on = :today, leaving_reason = 'Moved' WHERE id = :id", {
      today,
      id: left.id,
    })
    expect(await countReaders(office.scope, made.id)).toEqual({ read: 1, of: 2 })
    expect(await findStudentNotice((await makePlace()).inA.scope, made.publicId, today)).toBeNull()
  })

  it('is written once per form, and requires an audience of this school', async () => {
    const { office, a, inA } = await makePlace()
    const other = await makePlace()
    const typed = fields({ audience: 'student', enrollmentNumber: inA.enrollmentNumber, sectionPublicId: a.publicId })
    const first = await createNotice(office.scope, typed, null, 'key-of-form')
    expect(await createNotice(office.scope, typed, null, 'key-of-form')).toEqual(first)
    const list = await listNotices(office.scope, officeQuery, null, today)
    expect(list.rows).toMatchObject([
      { studentName: `${inA.firstName} ${inA.lastName}`, enrollmentNumber: inA.enrollmentNumber, sectionName: null },
    ])
    const to = (more: Partial<NoticeValues>) => createNotice(office.scope, fields(more), null)
    expect(await to({ audience: 'class', classPublicId: other.class.publicId })).toMatchObject({
      reason: 'no-such-class',
    })
    expect(await to({ audience: 'section', sectionPublicId: other.a.publicId })).toMatchObject({
      reason: 'no-such-section',
    })
    expect(await to({ audience: 'student', enrollmentNumber: other.inA.enrollmentNumber })).toMatchObject({
      reason: 'no-such-student',
    })
  })

  it('is found in the list by search, audience and state', async () => {
    const { school, office, a, inA } = await makePlace()
    await makeNotice(school, { title: 'Fee day', section: a, priority: 'low' })
    await makeNotice(school, { title: 'Camp', fromOn: addDays(today, 4), priority: 'high' })
    await makeNotice(school, { title: 'Old', student: inA, fromOn: addDays(today, -9), untilOn: addDays(today, -8) })
    const listed = async (more: object, sort: 'newest' | 'priority' = 'newest') => {
      const query = { ...officeQuery, sort, filters: { ...officeQuery.filters, ...more } }
      return titlesIn(await listNotices(office.scope, query, null, today))
    }
    expect(await listed({})).toEqual(['Camp', 'Fee day', 'Old'])
    expect(await listed({}, 'priority')).toEqual(['Camp', 'Old', 'Fee day'])
    expect(await listed({ audience: 'section' })).toEqual(['Fee day'])
    expect(await listed({ state: 'now' })).toEqual(['Fee day'])
    expect(await listed({ state: 'coming' })).toEqual(['Camp'])
    expect(await listed({ state: 'over' })).toEqual(['Old'])
    await makeNotice(school, { title: 'Last day', fromOn: addDays(today, -1), untilOn: today })
    await makeNotice(school, { title: 'First day', fromOn: today, untilOn: addDays(today, 1) })
    expect((await listed({ state: 'now' })).toSorted()).toEqual(['Fee day', 'First day', 'Last day'])
    const found = await listNotices(office.scope, { ...officeQuery, search: inA.lastName }, null, today)
    expect(titlesIn(found)).toEqual(['Old'])
  })

  it('is changed and deleted, with an audit entry', async () => {
    const { office, a, inA } = await makePlace()
    const made = await createNotice(office.scope, fields(), null)
    const id = made.ok ? made.value : ''
    const notice = await notices.find(office.scope, id, null)
    await markNoticeRead(inA.scope, notice?.id ?? 0)
    const changed = fields({ title: 'Changed', audience: 'section', sectionPublicId: a.publicId, untilOn: today })
    expect(await notices.update(office.scope, id, 1, changed, null)).toMatchObject({ ok: true })
    // The second of two concurrent clerks gets a conflict.
    expect(await notices.update(office.scope, id, 1, changed, null)).toEqual({ ok: false, reason: 'changed' })
    expect(await notices.find(office.scope, id, null)).toMatchObject({
      title: 'Changed',
      untilOn: today,
      className: null,
    })
    const other = await makePlace()
    expect(await notices.update(other.office.scope, id, 2, changed, null)).toMatchObject({ reason: 'not-found' })
    expect(await notices.remove(other.office.scope, id, null)).toMatchObject({ reason: 'not-found' })
    expect(await notices.remove(office.scope, id, null)).toMatchObject({ ok: true })
    expect(await notices.find(office.scope, id, null)).toBeNull()
    const audit = await readRows<{ action: string; details: string }>(
      'SELECT action, details FROM audit_entries WHERE school_id = :schoolId',
      { schoolId: office.scope.schoolId },
    )
    expect(audit.map(({ action }) => action)).toEqual(['notice.created', 'notice.updated', 'notice.deleted'])
    expect(audit.map(({ details }) => JSON.parse(details))).toMatchObject([
      { title: fields().title, audience: 'school' },
      { title: 'Changed', audience: 'section', titleBefore: fields().title, audienceBefore: 'school' },
      { title: 'Changed' },
    ])
  })
})

describe('a teacher', () => {
  it('writes only to their own sections and students, and sees only notices that concern them', async () => {
    const { school, office, class: ofClass, a, b, inA, inB } = await makePlace()
    const teacher = await makeStaff(school, { role: 'teacher' })
    const own = [a.id]
    const write = (more: Partial<NoticeValues>) => createNotice(teacher.scope, fields(more), own)
    expect(await write({ audience: 'school' })).toMatchObject({ reason: 'not-yours' })
    expect(await write({ audience: 'class', classPublicId: ofClass.publicId })).toMatchObject({ reason: 'not-yours' })
    expect(await write({ audience: 'section', sectionPublicId: b.publicId })).toMatchObject({
      reason: 'no-such-section',
    })
    expect(await write({ audience: 'student', enrollmentNumber: inB.enrollmentNumber })).toMatchObject({
      reason: 'no-such-student',
    })
    expect(await write({ title: 'Mine', audience: 'section', sectionPublicId: a.publicId })).toMatchObject({ ok: true })
    expect(await write({ title: 'To one', audience: 'student', enrollmentNumber: inA.enrollmentNumber })).toMatchObject(
      { ok: true },
    )

    await makeNotice(school, { title: 'All' })
    await makeNotice(school, { title: 'My class', class: ofClass })
    await makeNotice(school, { title: 'Other section', section: b })
    await makeNotice(school, { title: 'Other student', student: inB })
    const theirs = await makeNotice(school, { title: 'Office to my section', section: a, writer: office })
    const query = { ...officeQuery, sort: 'title' } as const
    expect(titlesIn(await listNotices(teacher.scope, query, own, today))).toEqual([
      'All',
      'Mine',
      'My class',
      'Office to my section',
      'To one',
    ])
    expect(await notices.find(teacher.scope, theirs.publicId, own)).toMatchObject({ mayEdit: false })
    expect(await notices.remove(teacher.scope, theirs.publicId, own)).toMatchObject({ reason: 'not-found' })
    const hidden = await makeNotice(school, { section: b })
    expect(await notices.find(teacher.scope, hidden.publicId, own)).toBeNull()
    // A teacher without sections still sees notices to all.
    expect(titlesIn(await listNotices(office.scope, query, [], today))).toContain('All')
  })

  it('announces events to their own sections only', async () => {
    const { school, a, b } = await makePlace()
    const teacher = await makeStaff(school, { role: 'teacher' })
    const event = (section: string) =>
      events.create(teacher.scope, randomUUID(), { ...eventFields(), audience: 'section', sectionPublicId: section }, [
        a.id,
      ])
    expect(await event(b.publicId)).toMatchObject({ reason: 'no-such-section' })
    const made = await event(a.publicId)
    expect(made).toMatchObject({ ok: true })
    expect(await events.find(teacher.scope, made.ok ? made.value : '', [a.id])).toMatchObject({ mayEdit: true })
    expect(await events.find(teacher.scope, made.ok ? made.value : '', [b.id])).toMatchObject({ mayEdit: true })
    const others = await makeEvent(school, { section: b })
    expect(await events.remove(teacher.scope, others.publicId, [a.id])).toMatchObject({ reason: 'not-found' })
  })
})

const eventFields = (): EventValues => ({
  ...forAll,
  title: 'Sports day',
  description: 'On the ground.',
  type: 'sports',
  priority: 'high',
  audience: 'school',
  startsOn: addDays(today, 3),
  endsOn: null,
})

describe('an event', () => {
  it('is shown to its audience until it is over', async () => {
    const { school, a, inA, inB } = await makePlace()
    await makeEvent(school, { title: 'Later', startsOn: addDays(today, 9) })
    await makeEvent(school, { title: 'On now', section: a, startsOn: addDays(today, -1), endsOn: today })
    await makeEvent(school, { title: 'Over', startsOn: addDays(today, -1) })
    expect(await eventsFor(inA)).toEqual(['On now', 'Later'])
    expect(await eventsFor(inB)).toEqual(['Later'])
  })

  it('lasts one day by default, and is changed and deleted', async () => {
    const { office } = await makePlace()
    const typed = eventFields()
    const made = await events.create(office.scope, 'key-of-form', typed, null)
    const id = made.ok ? made.value : ''
    expect(await events.create(office.scope, 'key-of-form', typed, null)).toEqual(made)
    expect(await events.find(office.scope, id, null)).toMatchObject({ endsOn: typed.startsOn, type: 'sports' })
    const later = addDays(today, 5)
    const change = { ...typed, endsOn: later, type: 'trip' } as const
    expect(await events.update(office.scope, id, 1, change, null)).toMatchObject({ ok: true })
    expect(await events.update(office.scope, id, 1, change, null)).toEqual({ ok: false, reason: 'changed' })
    const listed = (type: string) =>
      listEvents(office.scope, { ...officeQuery, filters: { audience: '', type, state: 'coming' } }, null, today)
    expect((await listed('trip')).rows).toMatchObject([{ endsOn: later, priority: 'high' }])
    expect((await listed('sports')).total).toBe(0)
    expect(await events.remove(office.scope, id, null)).toMatchObject({ ok: true })
    expect(await events.find(office.scope, id, null)).toBeNull()
  })
})

describe('mailNotice', () => {
  const mails = (schoolId: number) =>
    readRows<{ to: string; subject: string; text: string }>(
      'SELECT to_address AS `to`, subject, body_text AS text FROM outgoing_mail WHERE school_id = :schoolId ORDER BY id',
      { schoolId },
    )
  const waitingJobs = (schoolId: number) =>
    readRows<{ seconds: number }>(
      `SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), run_at) AS seconds FROM jobs
       WHERE school_id = :schoolId AND kind = 'mail-notice' AND state = 'waiting'`,
      { schoolId },
    )
  async function publish(place: Awaited<ReturnType<typeof makePlace>>, more: Partial<NoticeValues>) {
    const made = await createNotice(place.office.scope, fields(more), null)
    if (!made.ok) throw new Error(made.reason)
    const notice = await notices.find(place.office.scope, made.value, null)
    return { publicId: made.value, id: notice?.id ?? 0 }
  }

  it('mails a notice of high priority to every address once, in the language of the family', async () => {
    const place = await makePlace()
    const { school, inA, class: ofClass, a } = place
    const sibling = await makeStudent(school, { email: 'asha@family.test', language: 'hi' })
    await makeEnrollment(sibling, { class: ofClass, section: a, rollNumber: 9 })
    await makeEnrollment(await makeStudent(school, { email: null }), { class: ofClass, section: a, rollNumber: 10 })
    const notice = await publish(place, { priority: 'high', body: 'At one.\nBring the diary.' })
    expect(await waitingJobs(school.id)).toHaveLength(1)
    for (let time = 0; time < 2; time += 1) await mailNotice(school.scope, notice.id)
    const written = await mails(school.id)
    expect(written.map((mail) => mail.to)).toEqual(['asha@family.test', 'ravi@family.test'])
    expect(written[0]).toMatchObject({ subject: 'Notice: School closes early' })
    expect(written[0]?.text).toContain('At one.\nBring the diary.')
    expect(written[0]?.text).toContain(noticeUrl(notice.publicId))
    expect(written[1]?.subject).toBe('સૂચના: School closes early')
    expect(await notices.find(place.office.scope, notice.publicId, null)).toMatchObject({
      mailedTo: 2,
      mailWaits: false,
    })
    expect(inA.language).toBe('en')
  })

  it('stops at the daily limit of mails, and continues once the limit allows more', async () => {
    const place = await makePlace()
    const { school } = place
    const notice = await publish(place, { priority: 'high' })
    await inTransaction(async () => {
      while ((await mailsLeft(school.id)) > 1)
        await enqueueMail({ schoolId: school.id, to: 'x@y.test', subject: 's', text: 't' })
    })
    const written = async () => (await mails(school.id)).map((mail) => mail.to).filter((to) => to !== 'x@y.test')
    await mailNotice(school.scope, notice.id)
    expect(await written()).toEqual(['asha@family.test'])
    expect(await notices.find(place.office.scope, notice.publicId, null)).toMatchObject({
      mailedTo: 1,
      mailWaits: true,
    })
    await execute('UPDATE throttles SET expires_at = expires_at - INTERVAL 1 DAY WHERE bucket = :bucket', {
      bucket: `mails:${school.id}`,
    })
    await mailNotice(school.scope, notice.id)
    expect(await written()).toEqual(['asha@family.test', 'ravi@family.test'])
    expect(await notices.find(place.office.scope, notice.publicId, null)).toMatchObject({
      mailedTo: 2,
      mailWaits: false,
    })
  })

  it('mails only the audience, and notices of lower priority only on request', async () => {
    const place = await makePlace()
    const quiet = await publish(place, { priority: 'medium' })
    expect(await waitingJobs(place.school.id)).toHaveLength(0)
    await mailNotice(place.school.scope, quiet.id)
    expect(await mails(place.school.id)).toHaveLength(0)
    const section = await publish(place, { sendMail: true, audience: 'section', sectionPublicId: place.b.publicId })
    await mailNotice(place.school.scope, section.id)
    expect((await mails(place.school.id)).map((mail) => mail.to)).toEqual(['ravi@family.test'])
  })

  it('sends nothing again after an edit unless requested', async () => {
    const place = await makePlace()
    const notice = await publish(place, { priority: 'high' })
    await mailNotice(place.school.scope, notice.id)
    await updateNotice(place.office.scope, notice.publicId, fields({ priority: 'high' }), null)
    await mailNotice(place.school.scope, notice.id)
    expect(await mails(place.school.id)).toHaveLength(2)
    await updateNotice(place.office.scope, notice.publicId, fields({ title: 'Again', sendMail: true }), null)
    await mailNotice(place.school.scope, notice.id)
    expect((await mails(place.school.id)).map((mail) => mail.subject).slice(2)).toEqual([
      'Notice: Again',
      'સૂચના: Again',
    ])
  })

  it('waits for the notice’s first day, and sends nothing once the priority is lowered or the notice is over', async () => {
    const place = await makePlace()
    const coming = await publish(place, { priority: 'high', fromOn: addDays(today, 2) })
    const [job] = await waitingJobs(place.school.id)
    expect(job?.seconds).toBeGreaterThan(86_000)
    await mailNotice(place.school.scope, coming.id)
    expect(await notices.find(place.office.scope, coming.publicId, null)).toMatchObject({ mailWaits: true })
    const later = fields({ priority: 'low', fromOn: addDays(today, 2) })
    await updateNotice(place.office.scope, coming.publicId, later, null)
    expect(await notices.find(place.office.scope, coming.publicId, null)).toMatchObject({ mailWaits: false })
    const over = await publish(place, { priority: 'high' })
    await execute('UPDATE notices SET from_on = :day, until_on = :day WHERE id = :id', {
      day: addDays(today, -1),
      id: over.id,
    })
    await mailNotice(place.school.scope, over.id)
    expect(await mails(place.school.id)).toHaveLength(0)
    expect(await notices.find(place.office.scope, over.publicId, null)).toMatchObject({ mailWaits: false })
  })
})

it('writes the same notice to several students once, and to none of them if one may not be addressed', async () => {
  const { school, office, a, inA, inB } = await makePlace()
  const other = await makeStudent(school)
  const message = (student: string[]) => ({ title: 'Bring the form', body: 'Until Friday.', sendMail: false, student })
  const formKey = randomUUID()
  for (let times = 0; times < 2; times++)
    expect(await writeToStudents(office.scope, formKey, message([inA.publicId, inB.publicId]), null)).toMatchObject({
      ok: true,
      value: { written: 2 },
    })
  expect([await titlesFor(inA), await titlesFor(inB), await titlesFor(other)]).toEqual([
    ['Bring the form'],
    ['Bring the form'],
    [],
  ])
  // The user goes back in the browser and adds a student before the first one. Each student gets the notice once.
  const back = randomUUID()
  for (const student of [[inB.publicId], [inA.publicId, inB.publicId]])
    await writeToStudents(office.scope, back, { ...message(student), title: 'Once more' }, null)
  for (const one of [inA, inB]) expect((await titlesFor(one)).toSorted()).toEqual(['Bring the form', 'Once more'])
  const refusal = { ok: false, reason: 'no-such-student' }
  const foreign = await makeStudent(await makeSchool())
  const both = (one: MadeStudent) => message([inA.publicId, one.publicId])
  expect(await writeToStudents(office.scope, randomUUID(), both(foreign), null)).toEqual(refusal)
  expect(await writeToStudents(office.scope, randomUUID(), both(inB), [a.id])).toEqual(refusal)
  expect(await writeToStudents(office.scope, randomUUID(), both(await makeLeaver(school)), null)).toEqual(refusal)
  expect(await titlesFor(inA)).toHaveLength(2)
})
