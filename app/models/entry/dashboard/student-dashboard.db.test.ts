import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { percentOf } from '~/models/core/shared/fraction'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { meanPercent, ranksOf, totalMarks } from '~/models/learning/exams/rules'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import {
  currentSession,
  type MadeEnrollment,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { fillDashboard, makeDashboardEvent, markDays } from '../../../../tests/factories/dashboard'
import { insert } from '../../../../tests/factories/insert'
import { makeDue } from '../../../../tests/factories/ledger'
import { giveMarks, makeExamWithPapers } from '../../../../tests/factories/results'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { makeSubject, makeTeacher } from '../../../../tests/factories/teaching'
import { makeEntry, makePeriods } from '../../../../tests/factories/timetable'
import { analyseTables } from '../../../../tests/setup/history'
import { findStudentDashboard } from './student-dashboard.server'

const today = todayInIndia(new Date())

it('reads the whole dashboard in five statements', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const student = await makeStudent(school)
  const enrollment = await makeEnrollment(student, { rollNumber: 7 })
  const { section, session } = enrollment
  await fillDashboard(student, enrollment)
  const [first] = await makePeriods(school)
  const subject = await makeSubject(school, { name: 'Algebra', classes: [enrollment.class] })
  const teacher = await makeTeacher(school, { name: 'Kavita Rao' })
  if (!first) throw new Error('no period')
  await makeEntry(section, { session, period: first, days: [1, 2, 3, 4, 5, 6], subject, teacher, roomNo: '12' })
  const paid = await makeDue(student, { dueOn: addDays(today, -20) })
  const open = await makeDue(student, { dueOn: addDays(today, 10) })
  await makeDue(student, { dueOn: addDays(today, 40) })
  await recordOfflinePayment(office.scope, {
    dueIds: [paid.publicId],
    method: 'cash',
    amountPaise: paid.owedPaise,
    reference: null,
    remarks: null,
    paidOn: addDays(today, -1),
    meansEarlyDay: true,
    formKey: newFormKey(),
  })
  const { value: dashboard, count } = await countQueries(() => findStudentDashboard(student.scope, today))
  expect(count).toBeLessThanOrEqual(5)
  expect(dashboard.place).toMatchObject({
    sessionName: session.name,
    className: enrollment.class.name,
    sectionName: 'A',
    rollNumber: 7,
    subjects: 3,
    rank: 1,
    ranked: 1,
    holiday: null,
  })
  expect(dashboard.overallPercent).toBe(85)
  expect(dashboard.trend.length).toBeGreaterThan(24)
  expect(dashboard.exams.map(({ title, days, startTime }) => [title, days, startTime])).toEqual([
    ['Unit Test 3', 3, null],
    ['Science Project', 10, '11:30'],
    ['Mid Term', 20, null],
    ['Pre-board', 45, null],
    ['Final Term', 60, null],
  ])
  expect(dashboard.dues).toEqual({
    paidPaise: paid.owedPaise,
    pendingPaise: open.owedPaise * 2,
    next: { dueOn: open.dueOn, balancePaise: open.owedPaise, count: 1, isOverdue: false },
  })
  expect(dashboard.events.map(({ title, type, priority }) => [title, type, priority])).toEqual([
    ['Annual Day', 'celebration', 'high'],
    ['Sports Day', 'sports', 'medium'],
    ['Parent Teacher Meeting', 'meeting', 'low'],
  ])
  expect(new Set(dashboard.activities.map(({ type }) => type))).toEqual(
    new Set(['attendance', 'payment', 'exam', 'event']),
  )
  expect(dashboard.activities).toContainEqual(
    expect.objectContaining({ type: 'payment', paise: paid.owedPaise, day: addDays(today, -1) }),
  )
  // There are lessons on Monday, and none on Sunday.
  const monday = await findStudentDashboard(student.scope, '2026-11-23')
  expect(monday.lessons).toEqual([
    { startsAt: '08:00', endsAt: '09:00', subject: 'Algebra', teacher: 'Kavita Rao', roomNo: '12' },
  ])
  expect((await findStudentDashboard(student.scope, '2026-11-22')).lessons).toEqual([])
  await insert('holidays', {
    public_id: newPublicId(),
    form_key: newPublicId(),
    school_id: school.id,
    name: 'Diwali',
    starts_on: '2026-11-20',
    ends_on: '2026-11-25',
    created_at: new Date(),
    updated_at: new Date(),
  })
  expect(await findStudentDashboard(student.scope, '2026-11-23')).toMatchObject({
    lessons: [],
    place: { holiday: 'Diwali' },
  })
})

it('is empty for a student without a class, and nearly empty for a newly enrolled student', async () => {
  const school = await makeSchool()
  const nobody = await makeStudent(school)
  expect(await findStudentDashboard(nobody.scope, today)).toEqual({
    place: {
      sessionName: null,
      className: null,
      sectionName: null,
      rollNumber: null,
      subjects: null,
      rank: null,
      ranked: null,
      holiday: null,
    },
    monthlyPercent: null,
    overallPercent: null,
    trend: [],
    exams: [],
    dues: { paidPaise: 0, pendingPaise: 0, next: null },
    lessons: [],
    activities: [],
    events: [],
  })
  const newcomer = await makeStudent(school)
  const { session } = await makeEnrollment(newcomer)
  expect(await findStudentDashboard(newcomer.scope, today)).toMatchObject({
    place: { sessionName: session.name, subjects: null, rank: null },
    overallPercent: null,
    exams: [],
  })
})

it('excludes other classes, sections, students, schools, sessions and unpublished exams', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const classmate = await makeStudent(school)
  const place = await makeEnrollment(student)
  const beside = await makeEnrollment(classmate, {
    class: place.class,
    section: await makeSection(place.class, { name: 'B' }),
  })
  const elsewhere = await makeStudent(school)
  await fillDashboard(elsewhere, await makeEnrollment(elsewhere))
  await markDays(classmate, beside, [{ heldOn: today, status: 'absent' }])
  await makeDue(classmate)
  for (const [audience, id] of [
    ['section', beside.section.id],
    ['student', classmate.id],
  ] as const)
    await makeDashboardEvent(school, { title: 'Not mine', startsOn: today, audience, for: id })
  const stranger = await makeStudent(await makeSchool())
  await fillDashboard(stranger, await makeEnrollment(stranger))
  const unpublished = await makeExamWithPapers(school, {
    session: place.session,
    class: place.class,
    startsOn: addDays(today, -9),
    endsOn: addDays(today, -8),
    papers: [{ maxMarks: 10 }],
  })
  await giveMarks(unpublished, student, place, [9])
  const old = await makeAcademicSession(school, { startYear: 2011 })
  const then = await makeEnrollment(student, { session: old, class: place.class, section: place.section })
  const past = await makeExamWithPapers(school, { session: old, class: place.class, papers: [{}], published: true })
  await giveMarks(past, student, then, [90])
  const {
    exams,
    dues,
    events,
    activities,
    trend,
    overallPercent,
    place: seen,
  } = await findStudentDashboard(student.scope, today)
  // Events of the whole school are visible to every student.
  expect([exams, trend, overallPercent, seen.rank, dues.pendingPaise]).toEqual([[], [], null, null, 0])
  expect(events.map(({ title }) => title)).toEqual(['Annual Day', 'Sports Day'])
  expect(activities.every(({ type }) => type === 'event')).toBe(true)
})

it('lists exams that begin today or later, and none that began earlier', async () => {
  const student = await makeStudent(await makeSchool())
  const place = await makeEnrollment(student)
  for (const [name, from] of [
    ['Begun', -1],
    ['Today', 0],
    ['Tomorrow', 1],
  ] as const) {
    const days = { startsOn: addDays(today, from), endsOn: addDays(today, from + 3) }
    await makeExamWithPapers(
      { id: student.schoolId },
      { session: place.session, class: place.class, name, papers: [], ...days },
    )
  }
  const { exams } = await findStudentDashboard(student.scope, today)
  expect(exams.map(({ title }) => title)).toEqual(['Today', 'Tomorrow'])
})

it('counts open dues of an earlier session, with today’s fine', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await currentSession(school)
  const old = await makeAcademicSession(school, { startYear: 2012 })
  const arrears = await makeDue(student, { session: old, dueOn: '2012-10-10', finePaise: 100_00 })
  const later = await makeDue(student, { session: old, dueOn: '2012-11-10' })
  const now = await makeDue(student)
  const { dues } = await findStudentDashboard(student.scope, today)
  expect(dues).toEqual({
    paidPaise: 0,
    pendingPaise: arrears.owedPaise + later.owedPaise + now.owedPaise,
    // Total and number of all overdue dues, with the oldest due date.
    next: { dueOn: '2012-10-10', balancePaise: arrears.owedPaise + later.owedPaise, count: 2, isOverdue: true },
  })
})

/** Returns a generator of random whole numbers below a limit, with the same sequence in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

it('ranks a class by the mean of published exams as the exam rules do, with equal means sharing a rank', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const sections = [await makeSection(ofClass), await makeSection(ofClass, { name: 'B' })]
  const people: Array<{ student: MadeStudent; place: MadeEnrollment }> = []
  for (let number = 0; number < 14; number++) {
    const student = await makeStudent(school)
    people.push({
      student,
      place: await makeEnrollment(student, { session, class: ofClass, section: sections[number % 2] }),
    })
  }
  const below = numbers(20_261_122)
  const percents: number[][] = people.map(() => [])
  // Students with missing marks of a published paper have no rank.
  const waiting = new Set([13])
  // The exams differ in their papers, so that a query that mixes up exams returns other ranks.
  for (const { maxima, published } of [
    { maxima: [50, 80, 100], published: true },
    { maxima: [50, 100], published: true },
    { maxima: [40, 60, 80, 100], published: false },
    { maxima: [80], published: true },
    { maxima: [100, 100], published: false },
  ]) {
    const papers = maxima.map((maxMarks) => ({ maxMarks }))
    const exam = await makeExamWithPapers(school, { session, class: ofClass, papers, published })
    for (const [index, { student, place }] of people.entries()) {
      // The last student has no marks at all; the two before have equal marks.
      if (index === 13) continue
      const marks = maxima.map((max) => {
        if (index >= 11) return 40
        const fate = below(12)
        if (fate === 0) return 'absent' as const
        if (fate === 1) return 'exempt' as const
        return fate === 2 ? null : below(max * 2 + 1) / 2
      })
      await giveMarks(exam, student, place, marks)
      if (!published) continue
      const given = maxima.map((maxMarks, paper) => {
        const mark = marks[paper] ?? null
        return typeof mark === 'string'
          ? { presence: mark, marks: null, maxMarks }
          : { presence: 'present' as const, marks: mark, maxMarks }
      })
      const total = totalMarks(given)
      const percent = percentOf(total.marks, total.maxMarks, 1)
      if (percent !== null) percents[index]?.push(percent)
      if (marks.includes(null)) waiting.add(index)
    }
  }
  // Current table statistics change the query plan, and must not change the ranks.
  await analyseTables(process.env.DATABASE_URL ?? '')
  const means = percents.map(meanPercent)
  const ranks = ranksOf(means.map((mean, index) => (waiting.has(index) ? null : mean)))
  expect(ranks[11]).toBe(ranks[12])
  for (const [index, { student }] of people.entries()) {
    const { overallPercent, place } = await findStudentDashboard(student.scope, today)
    expect([index, overallPercent, place.rank]).toEqual([index, means[index], ranks[index]])
    expect(place.ranked).toBe(ranks[index] === null ? null : ranks.filter((rank) => rank !== null).length)
  }
  // Students who left are not ranked, and a school may hide ranks.
  const best = people[ranks.indexOf(1)]
  const second = people[ranks.indexOf(2)]
  if (!best || !second) throw new Error('nobody is first')
  await execute("UPDATE enrollments SET status = 'left', left_on = :today WHERE id = :id", { today, id: best.place.id })
  expect((await findStudentDashboard(second.student.scope, today)).place.rank).toBe(1)
  await insert('school_settings', { school_id: school.id, rank_shown: 0, updated_at: new Date() })
  expect((await findStudentDashboard(second.student.scope, today)).place).toMatchObject({ rank: null, ranked: null })
})
