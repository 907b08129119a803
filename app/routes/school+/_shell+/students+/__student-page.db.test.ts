import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import type { StaffRole } from '~/models/people/accounts/staff/permissions'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeSheet } from '../../../../../tests/factories/attendance'
import { makeDue } from '../../../../../tests/factories/ledger'
import { giveMarks, makeExamWithPapers } from '../../../../../tests/factories/results'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { makeTeacher } from '../../../../../tests/factories/teaching'
import { loader } from './$id.index'

/** Creates a student with data of two sessions and a brother in another class, and a second school. */
async function makeHouse() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const [five, six] = [await makeClass(school, { name: 'Class 5' }), await makeClass(school, { name: 'Class 6' })]
  const [section, a] = [await makeSection(five), await makeSection(six)]
  const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', mobileNumber: '9825012345' })
  const brother = await makeStudent(school, { firstName: 'Bhavin', lastName: 'Patel', mobileNumber: '9825012345' })
  await makeStudent(await makeSchool(), { firstName: 'Stranger', mobileNumber: '9825012345' })
  const past = { session: await makeAcademicSession(school, { startYear: 2020 }), class: five, section }
  const before = await makeEnrollment(asha, past)
  const place = { session, class: six, section: a }
  const now = await makeEnrollment(asha, { ...place, rollNumber: 1 })
  const other = await makeEnrollment(brother, { session, class: five, section, rollNumber: 1 })
  const marked = { schoolId: school.id, sessionId: session.id, sectionId: a.id }
  const days = { '-07-01': 'present', '-07-02': 'half_day', '-07-03': 'absent', '-07-06': 'late' } as const
  for (const [day, status] of Object.entries(days))
    await makeSheet(marked, `${session.startsOn.slice(0, 4)}${day}`, [
      { studentId: asha.id, enrollmentId: now.id, status },
      { studentId: brother.id, enrollmentId: other.id, status: 'absent' },
    ])
  const old = await makeExamWithPapers(school, { ...past, name: 'Annual', papers: [{ maxMarks: 50 }], published: true })
  await giveMarks(old, asha, before, [10])
  const exam = {
    ...place,
    startsOn: session.startsOn,
    endsOn: session.endsOn,
    papers: [{ maxMarks: 40 }, { maxMarks: 20 }],
    published: true,
  }
  const [half, later] = [
    await makeExamWithPapers(school, { ...exam, name: 'Half-yearly' }),
    await makeExamWithPapers(school, { ...exam, name: 'Later', startsOn: session.endsOn, published: false }),
  ]
  await makeExamWithPapers(school, { ...exam, name: 'Without her', startsOn: session.endsOn })
  await giveMarks(half, asha, now, [30.5, 'absent'])
  await giveMarks(later, asha, now, [40, 20])
  await makeDue(asha, { dueOn: '2020-06-01', amountPaise: 30_000 })
  await makeDue(asha, { dueOn: session.endsOn, amountPaise: 12_345 })
  await makeDue(brother, { amountPaise: 999 })
  const read = async (role: StaffRole, id = asha.publicId) => {
    const staff = await makeStaff(school, { role })
    if (role === 'teacher') await makeTeacher(school, { staff, section: a })
    const { cookie } = await signedInStaff(staff)
    const request = new Request(`http://localhost:3000/school/students/${id}`, { headers: { cookie } })
    return countQueries(() => loader({ request, context: {}, params: { id } }))
  }
  for (const table of ['students', 'enrollments', 'attendance', 'exams', 'exam_marks', 'exam_papers', 'dues'])
    await execute(`ANALYZE TABLE ${table}`, {})
  return { brother, half, old, a, read }
}

it('shows the office the dues, attendance, last results and siblings, in at most six SQL statements', async () => {
  const { brother, half, old, a, read } = await makeHouse()
  const { value, count } = await read('owner')
  expect(count).toBeLessThanOrEqual(6)
  expect(value.initials).toBe('AP')
  expect(value.years).toMatchObject([
    {
      className: 'Class 6',
      sectionPublicId: a.publicId,
      days: 4,
      attendancePercent: 62.5,
      lastResult: { exam: half.publicId, name: 'Half-yearly', percent: 50.8, outcome: 'fail' },
    },
    {
      className: 'Class 5',
      days: 0,
      attendancePercent: null,
      lastResult: { exam: old.publicId, percent: 20, outcome: 'fail' },
    },
  ])
  expect(value.siblings).toEqual([
    { publicId: brother.publicId, name: 'Bhavin Patel', className: 'Class 5', sectionName: 'A', left: false },
  ])
  expect(value.dues?.map(({ balancePaise, overdue }) => [balancePaise, overdue])).toEqual([
    [30_000, true],
    [12_345, false],
  ])
  const { value: his } = await read('office', brother.publicId)
  expect(his.years).toMatchObject([{ days: 4, attendancePercent: 0, lastResult: null }])
  expect(his.siblings.map(({ name }) => name)).toEqual(['Asha Patel'])
})

it('hides the parts of the student’s page that the role may not see', async () => {
  const { read } = await makeHouse()
  const accounts = (await read('accounts')).value
  expect(accounts.sees).toEqual({ attendance: false, results: false })
  expect(accounts.years.map(({ days, lastResult }) => [days, lastResult])).toEqual([
    [0, null],
    [0, null],
  ])
  expect(accounts.dues).toHaveLength(2)
  const { value: teacher, count } = await read('teacher')
  expect(count).toBeLessThanOrEqual(6)
  expect(teacher.years.map(({ days, lastResult }) => [days, lastResult?.name])).toEqual([
    [4, 'Half-yearly'],
    [0, undefined],
  ])
  expect([teacher.siblings, teacher.dues]).toEqual([[], null])
  const stranger = await makeStudent(await makeSchool())
  await expect(read('owner', stranger.publicId)).rejects.toMatchObject({ status: 404 })
})
