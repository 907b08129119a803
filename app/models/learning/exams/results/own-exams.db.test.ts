import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
} from '../../../../../tests/factories/academics'
import { giveMarks, makeExamWithPapers } from '../../../../../tests/factories/results'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { findOwnExam, listOwnExams, ownExamFacts } from './own-exams.server'

const off = { search: '', sort: 'newest', descending: false, page: 1, filters: { type: '', class: '', session: '' } }

async function makeTwoYears() {
  const school = await makeSchool()
  const now = await currentSession(school)
  const before = await makeAcademicSession(school, { startYear: 2020 })
  const seven = await makeClass(school, { name: 'Seven' })
  const eight = await makeClass(school, { name: 'Eight' })
  const student = await makeStudent(school)
  const old = await makeEnrollment(student, { session: before, class: seven })
  const enrollment = await makeEnrollment(student, { session: now, class: eight })
  const days = (startsOn: string, endsOn: string) => ({ startsOn, endsOn })
  const final = await makeExamWithPapers(school, {
    session: before,
    class: seven,
    name: 'Annual',
    type: 'final_term',
    ...days('2021-03-01', '2021-03-10'),
    papers: [{ maxMarks: 50 }, { maxMarks: 50 }],
    published: true,
  })
  await giveMarks(final, student, old, [40, 20.5])
  const half = await makeExamWithPapers(school, {
    session: now,
    class: eight,
    name: 'Half-yearly',
    description: 'First term only',
    ...days('2026-09-10', '2026-09-20'),
    papers: [{ maxMarks: 50, subject: 'Maths', startTime: '11:00', endTime: '13:00', roomNo: '12' }],
    published: true,
  })
  await giveMarks(half, student, enrollment, [45])
  // Unpublished marks do not count.
  const unit = await makeExamWithPapers(school, {
    session: now,
    class: eight,
    name: 'Unit test 2',
    type: 'unit_test',
    ...days('2026-11-20', '2026-11-22'),
    papers: [{ maxMarks: 50 }],
  })
  await giveMarks(unit, student, enrollment, [1])
  // Exam of another class.
  await makeExamWithPapers(school, { session: now, class: seven, papers: [] })
  return { school, student, now, before, seven, final, half, unit }
}

it('lists, searches and filters the exams of the student’s classes', async () => {
  const { student, now, before, seven, half } = await makeTwoYears()
  const names = async (asked: { search?: string; filters?: Partial<typeof off.filters> }) =>
    (await listOwnExams(student.scope, { ...off, ...asked, filters: { ...off.filters, ...asked.filters } })).rows.map(
      (row) => row.name,
    )
  expect(await names({})).toEqual(['Unit test 2', 'Half-yearly', 'Annual'])
  expect(await names({ search: 'yearly' })).toEqual(['Half-yearly'])
  expect(await names({ search: 'FIRST term' })).toEqual(['Half-yearly'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ filters: { type: 'unit_test' } })).toEqual(['Unit test 2'])
  expect(await names({ filters: { class: seven.publicId } })).toEqual(['Annual'])
  expect(await names({ filters: { session: before.publicId } })).toEqual(['Annual'])
  expect(await names({ filters: { session: now.publicId, type: 'final_term' } })).toEqual([])
  expect(await findOwnExam(student.scope, half.publicId)).toMatchObject({
    name: 'Half-yearly',
    published: true,
    papers: [{ subjectName: 'Maths', startTime: '11:00', endTime: '13:00', roomNo: '12', maxMarks: 50 }],
  })
})

it('counts exams by date and averages the published percentages in one statement', async () => {
  const { student, now, before } = await makeTwoYears()
  const { value, count } = await countQueries(() => ownExamFacts(student.scope, '2026-11-21'))
  expect(count).toBe(1)
  expect(value).toEqual({
    total: 3,
    upcoming: 0,
    completed: 2,
    // 60.5 % and 90 %.
    averagePercent: 75.3,
    classes: [
      { publicId: expect.any(String), name: 'Eight' },
      { publicId: expect.any(String), name: 'Seven' },
    ],
    sessions: [
      { publicId: now.publicId, name: now.name },
      { publicId: before.publicId, name: before.name },
    ],
  })
  expect(await ownExamFacts(student.scope, '2026-11-19')).toMatchObject({ upcoming: 1, completed: 2 })
  const newcomer = await makeStudent(await makeSchool())
  expect(await ownExamFacts(newcomer.scope, '2026-11-19')).toMatchObject({
    total: 0,
    averagePercent: null,
    classes: [],
  })
})

it('shows no exam of another class, of another school, or after the student left', async () => {
  const { school, student, half, unit } = await makeTwoYears()
  const other = await makeStudent(school)
  await makeEnrollment(other)
  expect(await findOwnExam(other.scope, half.publicId)).toBeNull()
  expect(await findOwnExam((await makeStudent(await makeSchool())).scope, half.publicId)).toBeNull()
  await execute(
    `UPDATE enrollments SET status = 'left', left_on = '2026-10-01' WHERE student_id = :id AND class_id IN
    (SELECT class_id FROM exams WHERE id = :exam)`,
    { id: student.id, exam: half.id },
  )
  expect(await findOwnExam(student.scope, half.publicId)).not.toBeNull()
  expect(await findOwnExam(student.scope, unit.publicId)).toBeNull()
})
