import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { currentSession, makeAcademicSession, makeClass, makeSection } from '../../../../tests/factories/academics'
import { makeStudents } from '../../../../tests/factories/exams'
import { readRows } from '../../../../tests/factories/read'
import { makeExamWithPapers } from '../../../../tests/factories/results'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeSubject, makeTeacher } from '../../../../tests/factories/teaching'
import { makeEntry, makePeriods } from '../../../../tests/factories/timetable'
import { dutiesOfTeacher, findExam, listExams } from './exam-queries.server'
import { type NewPaper, papersSchema } from './exam-schema.server'
import { copyExam, createExams, deleteExam, updateExam } from './exams.server'
import { saveMarks } from './marks/save-marks.server'
import { addPapers, deletePaper, papersOfExam, subjectsWithoutPaper, updatePaper } from './papers.server'

async function makeWorld() {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const six = await makeClass(school, { name: 'Class 6', position: 1 })
  const seven = await makeClass(school, { name: 'Class 7', position: 2 })
  const maths = await makeSubject(school, { name: 'Mathematics', classes: [six, seven] })
  const science = await makeSubject(school, { name: 'Science', classes: [six] })
  const fields = {
    name: 'Half-yearly',
    type: 'mid_term' as const,
    academicSession: session.publicId,
    startsOn: '2026-09-10',
    endsOn: '2026-09-15',
    description: null,
  }
  return { school, scope: school.scope, session, six, seven, maths, science, fields }
}

type World = Awaited<ReturnType<typeof makeWorld>>

async function makeOne({ scope, fields, six }: World): Promise<string> {
  const made = await createExams(scope, { ...fields, classes: [six.publicId] })
  if (!made.ok) throw new Error(made.reason)
  return made.value[0] ?? ''
}

const paper = (subject: { publicId: string }, row = 0, more: Partial<NewPaper['values']> = {}): NewPaper => ({
  row,
  subject: subject.publicId,
  values: {
    heldOn: '2026-09-10',
    startTime: '09:00',
    endTime: '12:00',
    maxMarks: 80,
    passMarks: 27,
    roomNo: null,
    ...more,
  },
})

const everything = { search: '', sort: 'newest' as 'newest' | 'name' | 'class', descending: false, page: 1 }
const all = { type: '', class: '', session: '', status: '', results: '' }
const owner = { role: 'owner', staffId: 0 } as const
const listed = (scope: SchoolScope, filters: Partial<typeof all> = {}, search = '', today = '2026-09-12') =>
  listExams(scope, { ...everything, search, filters: { ...all, ...filters } }, owner, today)

it('creates exams for all selected classes or, if refused, for none, and lists exams by every filter', async () => {
  const world = await makeWorld()
  const { scope, fields, six, seven, session } = world
  const both = { ...fields, classes: [seven.publicId, six.publicId] }
  const made = await createExams(scope, both)
  expect(made.ok && made.value.length).toBe(2)
  expect(await createExams(scope, { ...both, classes: [six.publicId] })).toEqual({
    ok: false,
    reason: 'name-taken',
    classes: [six.name],
  })
  const outside = { ...both, name: 'Late', endsOn: '2027-04-01' }
  expect(await createExams(scope, outside)).toEqual({ ok: false, reason: 'outside-session' })
  const theirs = await makeClass(await makeSchool())
  const foreign = { ...both, name: 'Other', classes: [six.publicId, theirs.publicId] }
  expect(await createExams(scope, foreign)).toEqual({ ok: false, reason: 'no-such-class' })

  const list = await listed(scope)
  expect(list.rows.map((row) => [row.name, row.className, row.papers, row.published])).toEqual([
    ['Half-yearly', 'Class 6', 0, false],
    ['Half-yearly', 'Class 7', 0, false],
  ])
  const total = async (...of: [Partial<typeof all>?, string?, string?]) => (await listed(scope, ...of)).total
  expect([
    await total({}, 'yearly'),
    await total({}, 'x'),
    await total({ type: 'unit_test' }),
    await total({ class: six.publicId }),
    await total({ session: session.publicId }),
    await total({ status: 'ongoing' }),
    await total({ status: 'completed' }, '', '2026-09-16'),
    await total({ status: 'upcoming' }, '', '2026-09-09'),
    await total({ status: 'upcoming' }),
    await total({ results: 'published' }),
    await total({ results: 'unpublished' }),
  ]).toEqual([2, 0, 0, 1, 2, 2, 2, 2, 0, 0, 2])
  expect((await countQueries(() => listed(scope))).count).toBe(2)
})

it('adds all papers of a form or none, and reports overlaps', async () => {
  const world = await makeWorld()
  const { scope, maths, science } = world
  const exam = await makeOne(world)
  const meeting = await addPapers(scope, exam, [
    paper(maths),
    paper(science, 1, { startTime: '11:00', endTime: '13:00' }),
  ])
  expect(meeting).toEqual({
    ok: true,
    value: {
      added: 0,
      problems: [{ row: 1, field: 'startTime', message: 'The class has Mathematics from 09:00 to 12:00 on this day' }],
    },
  })
  const outside = await addPapers(scope, exam, [paper(maths, 0, { heldOn: '2026-09-16' })])
  expect(outside.ok && outside.value.problems).toMatchObject([{ row: 0, field: 'heldOn' }])
  expect((await addPapers(scope, exam, [paper(maths)])).ok).toBe(true)
  expect(await addPapers(scope, exam, [paper(maths, 0, { heldOn: '2026-09-11' })])).toEqual({
    ok: false,
    reason: 'subject-taken',
  })
  const record = await findExam(scope, exam)
  if (!record) throw new Error('gone')
  expect((await subjectsWithoutPaper(scope, record)).map((one) => one.name)).toEqual(['Science'])
  // Papers of another exam of the class must not overlap either.
  const second = await createExams(scope, { ...world.fields, name: 'Practical', classes: [world.six.publicId] })
  if (!second.ok) throw new Error(second.reason)
  const met = await addPapers(scope, second.value[0] ?? '', [paper(science)])
  expect(met.ok && met.value.problems[0]?.message).toBe(
    'The class has Mathematics (Half-yearly) from 09:00 to 12:00 on this day',
  )
  const stranger = await makeSubject(world.school)
  const unknown = await addPapers(scope, exam, [paper(stranger)])
  expect(unknown.ok && unknown.value.problems).toMatchObject([{ field: 'add' }])
})

it('adds only one of two papers that two clerks concurrently schedule for overlapping times', async () => {
  const world = await makeWorld()
  const { scope, maths, science } = world
  const exam = await makeOne(world)
  const answers = await Promise.all([addPapers(scope, exam, [paper(maths)]), addPapers(scope, exam, [paper(science)])])
  expect(answers.map((answer) => answer.ok && answer.value.added).sort()).toEqual([0, 1])
})

it('updates exam and papers as long as they are consistent and unpublished', async () => {
  const world = await makeWorld()
  const { scope, fields, six, seven, maths, science } = world
  const exam = await makeOne(world)
  await addPapers(scope, exam, [paper(maths), paper(science, 1, { heldOn: '2026-09-12' })])
  const update = async (more: object) =>
    updateExam(scope, exam, (await findExam(scope, exam))?.version ?? 0, { ...fields, class: six.publicId, ...more })
  expect(await update({ class: seven.publicId })).toEqual({ ok: false, reason: 'has-papers' })
  expect(await update({ startsOn: '2026-09-11' })).toEqual({ ok: false, reason: 'papers-before' })
  expect(await update({ endsOn: '2026-09-11' })).toEqual({ ok: false, reason: 'papers-after' })
  expect((await update({ name: 'Mid term', endsOn: '2026-09-12' })).ok).toBe(true)
  expect(await updateExam(scope, exam, 1, { ...fields, class: six.publicId })).toEqual({ ok: false, reason: 'changed' })
  const [first] = await papersOfExam(scope, (await findExam(scope, exam))?.id ?? 0)
  if (!first) throw new Error('no paper')
  const at = { id: exam, paperId: first.publicId }
  const moved = { ...paper(maths).values, heldOn: '2026-09-12' }
  expect(await updatePaper(scope, at, 1, moved)).toMatchObject({ reason: 'wrong', field: 'startTime' })
  const afternoon = { ...moved, startTime: '13:00', endTime: '15:00' }
  expect(await updatePaper(scope, at, 1, afternoon)).toEqual({ ok: true })
  expect(await updatePaper(scope, at, 1, afternoon)).toEqual({ ok: false, reason: 'changed' })
  expect((await deletePaper(scope, at)).ok).toBe(true)
  expect((await deleteExam(scope, exam)).ok).toBe(true)
  expect(await findExam(scope, exam)).toBeNull()
})

it('refuses to delete exams and papers with marks, and to lower a maximum below a student’s marks', async () => {
  const world = await makeWorld()
  const { scope, six, session, school } = world
  const section = await makeSection(six)
  const [student] = await makeStudents({ school, session, class: six, section }, 1)
  const exam = await makeExamWithPapers(school, { session, class: six, papers: [{ maxMarks: 50 }] })
  const [made] = exam.papers
  if (!student || !made) throw new Error('not made')
  const rows = [{ enrollment: student.publicId, text: '45', presence: 'present' as const, seen: '' }]
  const input = {
    exam: exam.publicId,
    paper: made.publicId,
    section: section.publicId,
    mode: 'rows' as const,
    duties: null,
  }
  expect(await saveMarks(scope, { ...input, rows })).toMatchObject({ ok: true, value: { saved: 1 } })
  expect(await deleteExam(scope, exam.publicId)).toEqual({ ok: false, reason: 'has-marks' })
  const at = { id: exam.publicId, paperId: made.publicId }
  expect(await deletePaper(scope, at)).toEqual({ ok: false, reason: 'has-marks' })
  const lower = { ...paper({ publicId: '' }).values, maxMarks: 44 }
  expect(await updatePaper(scope, at, 1, lower)).toMatchObject({
    reason: 'wrong',
    field: 'maxMarks',
    message: 'A student already has 45 marks in this paper',
  })
})

it('copies an exam with those papers whose subjects the class has and whose times are free', async () => {
  const world = await makeWorld()
  const { scope, seven, maths, science, school } = world
  const exam = await makeOne(world)
  await addPapers(scope, exam, [paper(maths), paper(science, 1, { heldOn: '2026-09-12' })])
  const asked = { name: 'Half-yearly', academicSession: world.session.publicId, startsOn: '2026-09-10' }
  const copied = await copyExam(scope, exam, { ...asked, classes: [seven.publicId] })
  expect(copied).toEqual({ ok: true, value: { made: 1, left: ['Class 7: Science'] } })
  expect(await copyExam(scope, exam, { ...asked, classes: [seven.publicId] })).toEqual({
    ok: false,
    reason: 'name-taken',
    classes: ['Class 7'],
  })
  const next = await makeAcademicSession(school, { startYear: 2027 })
  const later = { ...asked, academicSession: next.publicId, startsOn: '2027-09-09', classes: [world.six.publicId] }
  expect(await copyExam(scope, exam, later)).toEqual({ ok: true, value: { made: 1, left: [] } })
  const days = await readRows<{ day: string }>(
    'SELECT p.held_on AS day FROM exams x JOIN exam_papers p ON p.exam_id = x.id WHERE x.academic_session_id = :id ORDER BY p.held_on',
    { id: next.id },
  )
  expect(days.map((row) => row.day)).toEqual(['2027-09-09', '2027-09-11'])
})

it('shows a teacher the exams of their own section and lessons', async () => {
  const world = await makeWorld()
  const { scope, school, session, six, seven, maths } = world
  const sections = [await makeSection(six), await makeSection(six, { name: 'B' }), await makeSection(seven)]
  const [a, b] = sections
  if (!a || !b) throw new Error('not made')
  const staff = await makeStaff(school, { role: 'teacher' })
  const teacher = await makeTeacher(school, { staff, section: a })
  const [period] = await makePeriods(school)
  if (!period) throw new Error('no period')
  await makeEntry(b, { session, period, days: [1, 2], subject: maths, teacher })
  const exam = await makeOne(world)
  await createExams(scope, { ...world.fields, classes: [seven.publicId] })
  const duties = await dutiesOfTeacher(scope, staff.id, exam)
  expect(duties).toEqual([
    { sectionId: a.id, subjectId: null },
    { sectionId: b.id, subjectId: maths.id },
  ])
  const seenBy = ({ id }: { id: number }) =>
    listExams(scope, { ...everything, filters: all }, { role: 'teacher', staffId: id })
  const own = await seenBy(staff)
  expect(own.rows.map((row) => row.className)).toEqual(['Class 6'])
  const other = await makeStaff(school, { role: 'teacher' })
  expect((await seenBy(other)).total).toBe(0)
  // The current class teacher has no duties for last year's students.
  const past = await makeAcademicSession(school, { startYear: 2025 })
  const old = await makeExamWithPapers(school, { session: past, class: six, papers: [] })
  expect(await dutiesOfTeacher(scope, staff.id, old.publicId)).toEqual([])
  // A teacher who has left the school has no duties, neither for the section nor for lessons.
  await execute("UPDATE teachers SET status = 'inactive' WHERE id = :id", { id: teacher.id })
  expect(await dutiesOfTeacher(scope, staff.id, exam)).toEqual([])
})

it('neither finds nor changes an exam of another school', async () => {
  const world = await makeWorld()
  const exam = await makeOne(world)
  const { scope } = await makeSchool()
  const at = { id: exam, paperId: '222222222222' }
  const fields = { ...world.fields, class: world.six.publicId }
  const asked = { name: 'X', academicSession: world.session.publicId, startsOn: '2026-09-10', classes: [] }
  const gone = { ok: false, reason: 'not-found' }
  expect(await findExam(scope, exam)).toBeNull()
  expect(await updateExam(scope, exam, 1, fields)).toEqual(gone)
  expect(await deleteExam(scope, exam)).toEqual(gone)
  expect(await addPapers(scope, exam, [])).toEqual(gone)
  expect(await updatePaper(scope, at, 1, paper({ publicId: '' }).values)).toEqual(gone)
  expect(await deletePaper(scope, at)).toEqual(gone)
  expect(await copyExam(scope, exam, asked)).toEqual(gone)
  expect(await currentSession(world.school)).toMatchObject({ id: world.session.id })
})

it('parses the ticked rows of the exam form, and reports errors by row', () => {
  const row = { subject: 'bcdfghjkmnpq', held_on: '2026-09-10', max_marks: '80' }
  const parse = (...papers: object[]) => papersSchema.safeParse({ papers })
  expect(parse({ ...row, add: 'on', pass_marks: '26.5' }, { ...row, max_marks: 'x' })).toMatchObject({
    success: true,
    data: [{ row: 0, values: { maxMarks: 80, passMarks: 26.5 } }],
  })
  const wrong = parse(
    { ...row, add: 'on', start_time: '09:00' },
    { ...row, add: 'on', start_time: '12:00', end_time: '09:00', pass_marks: '81' },
    { ...row, add: 'on', held_on: '2026-02-30', max_marks: '0' },
    { subject: row.subject, add: 'on' },
  )
  expect(wrong.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'papers.0.end_time: Give both times, or neither',
    'papers.1.end_time: The end must come after the start',
    'papers.1.pass_marks: Pass marks cannot be more than the maximum marks',
    'papers.2.held_on: Enter a date as yyyy-mm-dd',
    'papers.2.max_marks: Maximum marks must be more than 0 and at most 1000',
    'papers.3.held_on: Date is required',
    'papers.3.max_marks: Maximum marks are required',
  ])
})
