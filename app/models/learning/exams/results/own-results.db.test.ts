import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../../tests/factories/academics'
import { giveMarks, makeExamWithPapers } from '../../../../../tests/factories/results'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { classRank, findOwnResult, listOwnResults, ownResultSessions } from './own-results.server'
import { examResults } from './results.server'

async function makeClassOf(count: number) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const eight = await makeClass(school)
  const sections = [await makeSection(eight), await makeSection(eight, { name: 'B' })]
  const students = []
  for (let index = 0; index < count; index += 1) {
    const student = await makeStudent(school)
    const section = sections[index % 2]
    const enrollment = await makeEnrollment(student, {
      session,
      class: eight,
      rollNumber: index + 1,
      ...(section && { section }),
    })
    students.push({ student, enrollment })
  }
  return { school, session, class: eight, sections, students }
}

it('shows published results, and nothing before publication or after withdrawal', async () => {
  const place = await makeClassOf(2)
  const [asha, ravi] = place.students
  if (!asha || !ravi) throw new Error('Two were made')
  const exam = await makeExamWithPapers(place.school, {
    ...place,
    papers: [
      { subject: 'Gujarati', maxMarks: 50, passMarks: 17 },
      { subject: 'Maths', maxMarks: 50, passMarks: 17 },
      { subject: 'Drawing', maxMarks: 25, passMarks: null },
    ],
  })
  await giveMarks(exam, asha.student, asha.enrollment, [40.5, 'absent', 'exempt'])
  await giveMarks(exam, ravi.student, ravi.enrollment, [50, 16.5, 20])
  const { scope } = asha.student
  const publish = (at: string) => execute(`UPDATE exams SET published_at = ${at} WHERE id = :id`, { id: exam.id })

  expect(await findOwnResult(scope, exam.publicId)).toBeNull()
  expect(await listOwnResults(scope, { session: '', page: 1 })).toMatchObject({ rows: [], total: 0 })
  expect(await ownResultSessions(scope)).toEqual([])

  await publish('UTC_TIMESTAMP(3)')
  const { value, count } = await countQueries(() => findOwnResult(scope, exam.publicId))
  expect(count).toBeLessThanOrEqual(4)
  expect(value).toMatchObject({
    name: exam.name,
    className: place.class.name,
    marks: 40.5,
    maxMarks: 100,
    percent: 40.5,
    grade: 'C2',
    outcome: 'fail',
    rank: { rank: 2, of: 2 },
    papers: [
      { subjectName: 'Drawing', outcome: 'exempt', marks: null, passMarks: null },
      { subjectName: 'Gujarati', outcome: 'pass', marks: 40.5, maxMarks: 50, passMarks: 17 },
      { subjectName: 'Maths', outcome: 'absent', marks: null },
    ],
  })
  expect((await listOwnResults(scope, { session: '', page: 1 })).rows).toMatchObject([
    { publicId: exam.publicId, percent: 40.5, grade: 'C2', outcome: 'fail' },
  ])
  expect(await ownResultSessions(scope)).toEqual([{ publicId: place.session.publicId, name: place.session.name }])
  // A student of another class or school gets no result of this exam.
  const stranger = await makeStudent(place.school)
  await makeEnrollment(stranger, { session: place.session })
  expect(await findOwnResult(stranger.scope, exam.publicId)).toBeNull()
  expect(await findOwnResult((await makeStudent(await makeSchool())).scope, exam.publicId)).toBeNull()

  await execute(
    `INSERT INTO school_settings (school_id, rank_shown, updated_at)
     VALUES (:id, 0, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE rank_shown = 0`,
    { id: place.school.id },
  )
  expect(await findOwnResult(scope, exam.publicId)).toMatchObject({ rank: null })

  await publish('NULL')
  expect(await findOwnResult(scope, exam.publicId)).toBeNull()
  expect((await listOwnResults(scope, { session: '', page: 1 })).total).toBe(0)
})

it('keeps the results of a student’s earlier class', async () => {
  const place = await makeClassOf(1)
  const [student] = place.students
  if (!student) throw new Error('One was made')
  const exam = await makeExamWithPapers(place.school, { ...place, papers: [{ maxMarks: 20 }], published: true })
  await giveMarks(exam, student.student, student.enrollment, [20])
  const nine = await makeClass(place.school)
  const section = await makeSection(nine)
  await execute('UPDATE enrollments SET class_id = :nine, section_id = :section WHERE id = :id', {
    nine: nine.id,
    section: section.id,
    id: student.enrollment.id,
  })
  expect(await findOwnResult(student.student.scope, exam.publicId)).toMatchObject({
    percent: 100,
    className: place.class.name,
  })
  expect((await examResults(place.school.scope, exam.id)).rows).toMatchObject([{ percent: 100 }])
})

it('calculates the same ranks in the database as in the rules, for any marks, absences and exemptions', async () => {
  const place = await makeClassOf(6)
  const exam = await makeExamWithPapers(place.school, {
    ...place,
    papers: [{ maxMarks: 10 }, { maxMarks: 20 }, { maxMarks: 12.5 }],
  })
  await execute("UPDATE enrollments SET status = 'left', left_on = '2026-09-30' WHERE id = :id", {
    id: place.students[0]?.enrollment.id ?? 0,
  })
  // Few different marks, so that equal sums are common.
  const mark = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(0, 2.5, 5, 7.25, 10) },
    fc.constantFrom('absent' as const, 'exempt' as const, null),
  )
  const sheet = fc.array(fc.tuple(mark, mark, mark), { minLength: 6, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(sheet, async (marks) => {
      await execute('DELETE FROM exam_marks WHERE school_id = :id', { id: place.school.id })
      for (const [index, { student, enrollment }] of place.students.entries()) {
        await giveMarks(exam, student, enrollment, marks[index] ?? [])
      }
      const results = await examResults(place.school.scope, exam.id)
      for (const [index, { student, enrollment }] of place.students.entries()) {
        const row = results.rows.find((one) => one.enrollmentId === enrollment.id)
        const found = await classRank(student.scope, { examId: exam.id, enrollmentId: enrollment.id })
        // The student who left has a row only if there are marks.
        if (index > 0) expect(row).toBeDefined()
        expect(found?.rank ?? null).toBe(row?.rankInClass ?? null)
        // Students who left or lack marks have no rank.
        if (index === 0 || marks[index]?.includes(null)) expect(found).toBeNull()
        if (found) expect(found.of).toBe(results.ranked)
      }
    }),
    { numRuns: 25 },
  )
})
