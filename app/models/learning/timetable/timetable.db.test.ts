import { beforeEach, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { sections as allSections } from '~/models/people/academics/sections.server'
import { sessions } from '~/models/people/academics/sessions.server'
import { subjects } from '~/models/people/academics/subjects.server'
import { teacherRecords, teachers } from '~/models/people/academics/teachers.server'
import {
  currentSession,
  type MadeClass,
  type MadeSection,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../tests/factories/student'
import { type MadeSubject, type MadeTeacher, makeSubject, makeTeacher } from '../../../../tests/factories/teaching'
import { makeEntry, makePeriods } from '../../../../tests/factories/timetable'
import { copyTimetable, previewCopy } from './copy-timetable.server'
import { createEntry, deleteEntry, updateEntry } from './entries.server'
import type { Weekday } from './options'
import { bellPeriods, listPeriods, ownPeriods, startPeriods } from './periods.server'
import { findEntry, listLessons, periodsOfTeacher, teachersInSlot } from './queries.server'
import { clashWords } from './rules'
import { findStudentWeek } from './student-week.server'

let school: MadeSchool
let scope: SchoolScope
let session: MadeSession
let seven: MadeClass
let a: MadeSection
let b: MadeSection
let mathematics: MadeSubject
let meera: MadeTeacher

beforeEach(async () => {
  school = await makeSchool()
  scope = school.scope
  session = await currentSession(school)
  seven = await makeClass(school, { name: 'Class 7' })
  a = await makeSection(seven)
  b = await makeSection(seven, { name: 'B' })
  mathematics = await makeSubject(school, { name: 'Mathematics', classes: [seven] })
  meera = await makeTeacher(school, { name: 'Meera Joshi' })
})

const entry = (
  more: { teacher?: string; room_no?: string; period?: string; days?: Weekday[]; subject?: string } = {},
) => ({
  subjectPublicId: more.subject ?? mathematics.publicId,
  startsAt: more.period ?? '08:00',
  days: (more.days ?? [2]).map((day) => String(day) as `${Weekday}`),
  teacherPublicId: more.teacher ?? null,
  roomNo: more.room_no ?? null,
})

const add = (section: MadeSection, fields: ReturnType<typeof entry>) =>
  createEntry(scope, { section: section.publicId, session: session.publicId }, fields)

async function rows() {
  return readRows('SELECT * FROM timetable_days WHERE school_id = :id ORDER BY entry_id, day', { id: school.id })
}

describe('the bell schedule', () => {
  it('returns the specification’s periods by default, and stores them before the first lesson', async () => {
    const usual = await listPeriods(scope)
    expect(usual.areOwn).toBe(false)
    expect(usual.periods.map(({ startsAt, endsAt }) => `${startsAt}-${endsAt}`)).toEqual([
      '08:00-09:00',
      '09:00-10:00',
      '10:00-11:00',
      '11:00-12:00',
      '12:00-13:00',
      '13:00-14:00',
      '14:00-15:00',
      '15:00-16:00',
    ])
    expect(await ownPeriods(scope)).toEqual([])
    expect(await add(a, entry())).toMatchObject({ ok: true })
    expect((await listPeriods(scope)).areOwn).toBe(true)
    expect(await ownPeriods(scope)).toHaveLength(8)
  })

  it('is stored once when several requests initialise it concurrently', async () => {
    await Promise.all(Array.from({ length: 8 }, () => startPeriods(scope)))
    expect(await ownPeriods(scope)).toHaveLength(8)
  })

  it('refuses overlapping periods and names them, also for two concurrent clerks', async () => {
    const add = (name: string, startsAt: string, endsAt: string) =>
      bellPeriods.create(scope, newFormKey(), { name, startsAt, endsAt, isBreak: false })
    expect(await add('Zero', '07:30', '08:10')).toMatchObject({
      reason: 'overlap',
      field: 'endsAt',
      message: 'This overlaps Period 1 (08:00-09:00)',
    })
    const both = await Promise.all([add('Games', '16:00', '16:40'), add('Yoga', '16:00', '16:40')])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(both.find((one) => !one.ok)).toMatchObject({ reason: 'overlap', field: 'startsAt' })
  })

  it('changes the times of a period with lessons, but refuses to delete it or turn it into a break', async () => {
    await add(a, entry({ days: [1, 2] }))
    const [first, second] = await ownPeriods(scope)
    if (!first || !second) throw new Error('no periods')
    const times = { name: 'Assembly', startsAt: '08:00', endsAt: '08:40', isBreak: false }
    const update = (more = {}) => bellPeriods.update(scope, first.publicId, 1, { ...times, ...more })
    expect(await update({ isBreak: true })).toMatchObject({ reason: 'in-use' })
    expect(await update({ endsAt: '09:01' })).toMatchObject({
      reason: 'overlap',
      message: 'This overlaps Period 2 (09:00-10:00)',
    })
    expect(await update()).toMatchObject({ ok: true })
    // The second of two clerks gets a conflict.
    expect(await update()).toMatchObject({ reason: 'changed' })
    expect(await bellPeriods.remove(scope, first.publicId)).toMatchObject({ reason: 'in-use' })
    expect(await bellPeriods.remove(scope, second.publicId)).toMatchObject({ ok: true })
    expect(await ownPeriods(scope)).toHaveLength(7)
    const other = await makeSchool()
    expect(await bellPeriods.remove(other.scope, first.publicId)).toMatchObject({ reason: 'not-found' })
    const [only] = await makePeriods(other, [{ name: 'Day', startsAt: '08:00', endsAt: '12:00', isBreak: false }])
    expect(await bellPeriods.remove(other.scope, only?.publicId ?? '')).toMatchObject({ reason: 'last' })
  })
})

describe('an entry', () => {
  it('is refused and not saved if it conflicts with other lessons, and these are listed', async () => {
    expect(await add(a, entry({ teacher: meera.publicId, room_no: 'Lab 1', days: [2, 4] }))).toMatchObject({ ok: true })
    const before = await rows()
    const refusedB = await add(b, entry({ teacher: meera.publicId, room_no: 'LAB 1', days: [1, 2, 4] }))
    expect(refusedB.ok).toBe(false)
    if (refusedB.ok || refusedB.reason !== 'clash') throw new Error('no clash')
    expect(clashWords(refusedB.clashes)).toEqual({
      teacher: ['Meera Joshi teaches Class 7 A in this period on Tuesday and Thursday'],
      room: ['Lab 1 is taken by Class 7 A in this period on Tuesday and Thursday'],
    })
    const refusedA = await add(a, entry({ days: [4, 5] }))
    if (refusedA.ok || refusedA.reason !== 'clash') throw new Error('no clash')
    expect(clashWords(refusedA.clashes)).toEqual({ days: ['Class 7 A has Mathematics in this period on Thursday'] })
    expect(await rows()).toEqual(before)
    // Another period, session or school does not conflict.
    expect(await add(b, entry({ teacher: meera.publicId, room_no: 'Lab 1', period: '09:00' }))).toMatchObject({
      ok: true,
    })
    const next = await makeAcademicSession(school, { startYear: 2050 })
    const wanted = entry({ teacher: meera.publicId, room_no: 'Lab 1' })
    expect(await createEntry(scope, { section: b.publicId, session: next.publicId }, wanted)).toMatchObject({
      ok: true,
    })
  })

  it('is created once when the button is pressed repeatedly', async () => {
    const wanted = entry({ teacher: meera.publicId, room_no: 'Lab 1', days: [4, 2] })
    const pressed = await Promise.all(Array.from({ length: 10 }, () => add(a, wanted)))
    expect(pressed.filter((one) => one.ok)).toHaveLength(10)
    expect(await rows()).toHaveLength(2)
    for (const other of [
      { ...wanted, days: ['2'] satisfies Array<`${Weekday}`> },
      { ...wanted, roomNo: 'Lab 2' },
      { ...wanted, teacherPublicId: null },
    ])
      expect(await add(a, other)).toMatchObject({ ok: false, reason: 'clash' })
    const bare = entry({ period: '09:00' })
    expect(await add(a, bare)).toMatchObject({ ok: true })
    expect(await add(a, bare)).toMatchObject({ ok: true })
    expect(await rows()).toHaveLength(3)
  })

  it('requires a subject of the class, an active teacher, and a period that is not a break', async () => {
    const science = await makeSubject(school, { name: 'Science' })
    const gone = await makeTeacher(school, { status: 'inactive' })
    const foreign = await makeTeacher(await makeSchool())
    const art = await makeSubject(school, { name: 'Art', classes: [await makeClass(school)] })
    for (const { publicId } of [science, art])
      expect(await add(a, entry({ subject: publicId }))).toMatchObject({ reason: 'no-such-subject' })
    expect(await add(a, entry({ teacher: gone.publicId }))).toMatchObject({ reason: 'no-such-teacher' })
    expect(await add(a, entry({ teacher: foreign.publicId }))).toMatchObject({ reason: 'no-such-teacher' })
    expect(await add(a, entry({ period: '07:00' }))).toMatchObject({ reason: 'no-such-period' })
    await bellPeriods.create(scope, newFormKey(), { name: 'Prayer', startsAt: '07:30', endsAt: '08:00', isBreak: true })
    expect(await add(a, entry({ period: '07:30' }))).toMatchObject({ reason: 'no-such-period' })
    const elsewhere = await makeSection(await makeClass(await makeSchool()))
    expect(await add(elsewhere, entry())).toMatchObject({ reason: 'not-found' })
    expect(await rows()).toEqual([])
  })

  it('is changed in place without conflicting with itself, and deleted with its days', async () => {
    await add(a, entry({ teacher: meera.publicId, days: [1, 2] }))
    await add(b, entry({ days: [3] }))
    const [lesson] = await listLessons(scope, { session: session.publicId, section: a.publicId, teacher: '' })
    const id = lesson?.entryPublicId ?? ''
    const ofTeacher = await listLessons(scope, { session: session.publicId, section: '', teacher: meera.publicId })
    expect(ofTeacher.map(({ entryPublicId }) => entryPublicId)).toEqual([id, id])
    const change = entry({ teacher: meera.publicId, room_no: '9', days: [2, 3] })
    expect(await updateEntry(scope, id, 1, change)).toMatchObject({ ok: true })
    // The second of two clerks gets a conflict.
    expect(await updateEntry(scope, id, 1, change)).toMatchObject({ ok: false, reason: 'changed' })
    expect(await findEntry(scope, id)).toMatchObject({ days: [2, 3], roomNo: '9', teacher: 'Meera Joshi' })
    expect(await periodsOfTeacher(scope, meera.publicId)).toBe(2)
    const other = await listLessons(scope, { session: session.publicId, section: b.publicId, teacher: '' })
    const clashing = entry({ teacher: meera.publicId, days: [3] })
    const moved = await updateEntry(scope, other[0]?.entryPublicId ?? '', 1, clashing)
    expect(moved).toMatchObject({ reason: 'clash' })
    const slot = { session: session.publicId, day: 2, startsAt: '08:00' }
    expect(await teachersInSlot(scope, slot)).toEqual([
      expect.objectContaining({ name: 'Meera Joshi', busyWith: 'Class 7 A', lessons: 1 }),
    ])
    expect(await deleteEntry((await makeSchool()).scope, id)).toMatchObject({ reason: 'not-found' })
    expect(await deleteEntry(scope, id)).toMatchObject({ ok: true })
    expect(await rows()).toHaveLength(1)
  })

  it('prevents deleting its section, subject, teacher and session, with an explanation', async () => {
    const science = await makeSubject(school, { name: 'Science' })
    const [period] = await makePeriods(school)
    if (!period) throw new Error('no period')
    await makeEntry(a, { session, period, days: [1], subject: science, teacher: meera })
    expect(await allSections.remove(scope, a.publicId)).toMatchObject({ reason: 'in-use' })
    expect(await subjects.remove(scope, science.publicId)).toMatchObject({ reason: 'in-use' })
    expect(await teacherRecords(() => '').remove(scope, meera.publicId)).toMatchObject({ reason: 'in-use' })
    expect(await allSections.find(scope, a.publicId)).toMatchObject({ lessons: 1 })
    expect(await subjects.find(scope, science.publicId)).toMatchObject({ lessons: 1 })
    expect(await teachers.find(scope, meera.publicId)).toMatchObject({ lessons: 1 })
    expect(await sessions.find(scope, session.publicId)).toMatchObject({ lessons: 1 })
  })
})

it('gives a slot to one of fifty concurrent clerks, and names the conflicting lesson to the others', async () => {
  const sections = [a, b, ...(await Promise.all(['C', 'D', 'E'].map((name) => makeSection(seven, { name }))))]
  await startPeriods(scope)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      add(sections[index % 5] ?? a, entry({ teacher: meera.publicId, room_no: `${index}`, days: [2, 5] })),
    ),
  )
  expect(answers.filter((one) => one.ok)).toHaveLength(1)
  expect(answers.filter((one) => !one.ok && one.reason === 'clash' && one.clashes.length >= 2)).toHaveLength(49)
  expect(await rows()).toHaveLength(2)
  const entries = await readRow('SELECT COUNT(*) AS n FROM timetable_entries WHERE school_id = :id', { id: school.id })
  expect(entries).toEqual({ n: 1 })
})

it('shows, counts and copies only the lessons of the requested session, although the last one had the same', async () => {
  const last = await makeAcademicSession(school, { startYear: 2013 })
  const [first, second] = await makePeriods(school)
  if (!first || !second) throw new Error('no periods')
  const of = { subject: mathematics, teacher: meera, roomNo: '12' }
  await makeEntry(a, { ...of, session: last, period: first, days: [1, 2, 3] })
  await makeEntry(b, { ...of, session: last, period: second, days: [2, 4] })
  await makeEntry(b, { ...of, session, period: first, days: [2] })
  const student = await makeStudent(school)
  await makeEnrollment(student, { session, class: seven, section: b })

  expect(await periodsOfTeacher(scope, meera.publicId)).toBe(1)
  const lessonsOf = async (of: { publicId: string }, section = '') =>
    (await listLessons(scope, { session: of.publicId, section, teacher: meera.publicId })).map(
      ({ sectionName, day, periodId }) => [sectionName, day, periodId],
    )
  expect(await lessonsOf(session)).toEqual([['B', 2, first.id]])
  expect(await lessonsOf(session, a.publicId)).toEqual([])
  expect(await lessonsOf(last, b.publicId)).toEqual([
    ['B', 2, second.id],
    ['B', 4, second.id],
  ])
  const inSlot = async (of: { publicId: string }, startsAt: string) =>
    (await teachersInSlot(scope, { session: of.publicId, day: 2, startsAt })).map(({ busyWith, lessons }) => [
      busyWith,
      lessons,
    ])
  expect(await inSlot(session, '08:00')).toEqual([['Class 7 B', 1]])
  expect(await inSlot(session, '09:00')).toEqual([[null, 1]])
  expect(await inSlot(last, '08:00')).toEqual([['Class 7 A', 2]])
  const week = await findStudentWeek(student.scope)
  expect(week?.days.flatMap(({ lessons }) => lessons.filter((lesson) => lesson !== null))).toHaveLength(1)
  expect(await previewCopy(scope, { from: session.publicId, to: last.publicId })).toMatchObject({ lessons: 1 })
})

describe('copying from last session', () => {
  it('copies every lesson without an obstacle, explains the rest, and copies nothing the second time', async () => {
    const last = await makeAcademicSession(school, { startYear: 2013 })
    const art = await makeSubject(school, { name: 'Art', classes: [seven] })
    const gone = await makeTeacher(school, { name: 'Dinesh Rathod' })
    const [one, two, three] = await makePeriods(school)
    if (!one || !two || !three) throw new Error('no periods')
    const of = { session: last, subject: mathematics }
    await makeEntry(a, { ...of, period: one, days: [1, 2, 3], teacher: meera, roomNo: '12' })
    await makeEntry(a, { ...of, period: two, days: [1], teacher: gone })
    await makeEntry(a, { ...of, period: three, days: [1], subject: art })
    await makeEntry(b, { ...of, period: two, days: [4], roomNo: 'Lab' })
    await makeEntry(b, { ...of, period: three, days: [6] })
    await execute("UPDATE teachers SET status = 'inactive' WHERE id = :id", { id: gone.id })
    await execute('DELETE FROM class_subjects WHERE subject_id = :id', { id: art.id })
    // In the new session, Meera is busy on Monday, the lab on Thursday, and section B on Saturday.
    const c = await makeSection(seven, { name: 'C' })
    const now = { session, subject: mathematics }
    await makeEntry(c, { ...now, period: one, days: [1], teacher: meera })
    await makeEntry(c, { ...now, period: two, days: [4], roomNo: 'LAB' })
    await makeEntry(b, { ...now, period: three, days: [6], teacher: meera })

    const preview = await previewCopy(scope, { from: last.publicId, to: session.publicId })
    expect(preview).toMatchObject({ lessons: 7, copied: 2, same: 0, sections: [{ name: 'Class 7 A', copied: 2 }] })
    expect(preview.left.map(({ lesson, obstacle }) => `${lesson.sectionName} ${lesson.day} ${obstacle}`)).toEqual([
      'A 1 teacher',
      'A 1 inactive',
      'A 1 not-learned',
      'B 4 room',
      'B 6 section',
    ])
    const query = { from: last.publicId, to: session.publicId }
    const both = await Promise.all([copyTimetable(scope, query), copyTimetable(scope, query)])
    expect(both.map((done) => done.ok && done.value.copied).sort()).toEqual([0, 2])
    const lessons = await listLessons(scope, { session: session.publicId, section: a.publicId, teacher: '' })
    expect(lessons.map(({ day, teacher, roomNo }) => [day, teacher, roomNo])).toEqual([
      [2, 'Meera Joshi', '12'],
      [3, 'Meera Joshi', '12'],
    ])
    expect(await previewCopy(scope, query)).toMatchObject({ copied: 0, same: 2 })
  })

  it('refuses to copy a session into itself or from another school', async () => {
    const own = session.publicId
    expect(await copyTimetable(scope, { from: own, to: own })).toMatchObject({ reason: 'same-session' })
    const foreign = await currentSession(await makeSchool())
    expect(await copyTimetable(scope, { from: foreign.publicId, to: own })).toMatchObject({ reason: 'not-found' })
  })
})
