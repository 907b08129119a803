import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { makeAcademicSession, makeClass, makeSection } from '../../../../../tests/factories/academics'
import { type EnrolledStudent, makeStudents } from '../../../../../tests/factories/exams'
import { readRows } from '../../../../../tests/factories/read'
import { makeExamWithPapers } from '../../../../../tests/factories/results'
import { makeSchool } from '../../../../../tests/factories/school'
import { findExam } from '../exam-queries.server'
import { publishExam, withdrawExam } from '../exams.server'
import type { Presence } from '../options'
import { examResults } from '../results/results.server'
import { completeness } from './completeness.server'
import { enteredCounts, gridRows } from './marks-grid.server'
import { type SaveMarks, saveMarks } from './save-marks.server'

async function makeWorld(size = 4, papers = 1) {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const ofClass = await makeClass(school, { name: 'Class 8' })
  const section = await makeSection(ofClass)
  const students = await makeStudents({ school, session, class: ofClass, section }, size)
  const input = Array.from({ length: papers }, (_, index) => ({ subject: `Subject ${index + 1}`, maxMarks: 50 }))
  const exam = await makeExamWithPapers(school, { session, class: ofClass, papers: input })
  const at = { exam: exam.publicId, section: section.publicId, duties: null }
  const save = (rows: SaveMarks['rows'], more: Partial<SaveMarks> = {}) =>
    saveMarks(school.scope, { ...at, paper: exam.papers[0]?.publicId ?? '', mode: 'rows', rows, ...more })
  const grid = async () => {
    const of = { sessionId: session.id, sectionId: section.id, paperId: exam.papers[0]?.id ?? 0 }
    return (await gridRows(school.scope, of)).map((row) => (row.presence === 'present' ? row.marks : row.presence))
  }
  return { school, scope: school.scope, session, ofClass, section, students, exam, save, grid }
}

const row = (student: EnrolledStudent | undefined, text: string, seen = '', presence: Presence = 'present') => ({
  enrollment: student?.publicId ?? '',
  text,
  presence,
  seen,
})

async function auditOf(school: { id: number }, action: string): Promise<string[]> {
  const rows = await readRows<{ details: string }>(
    'SELECT details FROM audit_entries WHERE school_id = :id AND action = :action ORDER BY id',
    { id: school.id, action },
  )
  return rows.map((entry) => entry.details)
}

it('saves valid rows, returns invalid ones as typed, and audits replaced marks', async () => {
  const { school, students, save, grid } = await makeWorld()
  const [one, two, three, four] = students
  const first = await save([row(one, '42.5'), row(two, '51'), row(three, 'ab'), row(four, '', '', 'exempt')])
  expect(first).toMatchObject({
    ok: true,
    value: {
      saved: 3,
      rows: [
        { state: 'saved', now: '42.5', problem: null },
        { state: 'wrong', text: '51', problem: 'Marks cannot be more than 50', now: '' },
        { state: 'saved', now: 'AB' },
        { state: 'saved', now: 'EX' },
      ],
    },
  })
  expect(await grid()).toEqual([42.5, null, 'absent', 'exempt'])
  const second = await save([row(one, '40', '42.5'), row(three, '', 'AB', 'present'), row(four, '12', 'EX', 'exempt')])
  expect(second).toMatchObject({ ok: true, value: { saved: 3 } })
  expect(await grid()).toEqual([40, null, null, 12])
  expect((await auditOf(school, 'marks.entered')).map((text) => JSON.parse(text).students)).toEqual([3])
  const [changed = '{}'] = await auditOf(school, 'marks.changed')
  expect(JSON.parse(changed).marks).toBe(
    `Student1 Shah (${one?.enrollmentNumber}) 42.5 → 40; Student3 Shah (${three?.enrollmentNumber}) AB → –; ` +
      `Student4 Shah (${four?.enrollmentNumber}) EX → 12`,
  )
})

it('saves no marks in mode `all` when one row is invalid', async () => {
  const { students, save, grid } = await makeWorld(2)
  const rows = [row(students[0], '42'), row(students[1], 'x')]
  expect(await save(rows, { mode: 'all' })).toMatchObject({ ok: true, value: { saved: 0 } })
  expect(await grid()).toEqual([null, null])
})

it('shows another clerk’s newer entry instead of overwriting it', async () => {
  const { students, save, grid } = await makeWorld(3)
  const [one, two, three] = students
  await save([row(one, '30'), row(two, '31')])
  // The second clerk opened the grid before that save and typed the same mark for student one, a different mark for
  // student two, and the first mark of student three.
  const late = await save([row(one, '30'), row(two, '35'), row(three, '20')])
  expect(late).toMatchObject({
    ok: true,
    value: {
      saved: 1,
      rows: [
        { state: 'unchanged', problem: null, now: '30' },
        {
          state: 'save-conflict',
          text: '35',
          now: '31',
          problem: 'Another person entered 31 in the meantime. Save again to replace it with 35',
        },
        { state: 'saved', now: '20' },
      ],
    },
  })
  expect(await grid()).toEqual([30, 31, 20])
  // An untouched row changes nothing; after seeing the current value, the clerk may replace it.
  expect(await save([row(one, '', ''), row(two, '35', '31')])).toMatchObject({ ok: true, value: { saved: 1 } })
  expect(await grid()).toEqual([30, 35, 20])
})

it('writes a mark only if the clerk changed it and no colleague did, whatever each of them entered', async () => {
  const marks = ['', '30', '31', 'AB']
  // What the clerk's form showed, what a colleague entered since, and what the clerk sends.
  const cases = marks.flatMap((seen) => marks.flatMap((before) => marks.map((sent) => ({ seen, before, sent }))))
  const { students, save, grid } = await makeWorld(cases.length)
  await save(cases.map(({ before }, index) => row(students[index], before)))
  const answer = await save(cases.map(({ seen, sent }, index) => row(students[index], sent, seen)))
  const expected = cases.map(({ seen, before, sent }) => {
    if (sent === before || sent === seen) return { state: 'unchanged', now: before }
    return seen === before ? { state: 'saved', now: sent } : { state: 'save-conflict', now: before }
  })
  const answers = answer.ok ? answer.value.rows.map(({ state, now }) => ({ state, now })) : []
  expect(answers.map((one, index) => ({ ...cases[index], ...one }))).toEqual(
    expected.map((one, index) => ({ ...cases[index], ...one })),
  )
  const asStored = (mark: string) => (mark === '' ? null : mark === 'AB' ? 'absent' : Number(mark))
  expect(await grid()).toEqual(expected.map(({ now }) => asStored(now)))
})

it('has one effect when the same marks are sent fifty times', async () => {
  const { school, students, save, grid } = await makeWorld(5)
  const rows = students.map((student, index) => row(student, String(index + 10)))
  const answers = await Promise.all(Array.from({ length: 50 }, () => save(rows)))
  expect(answers.every((answer) => answer.ok && answer.value.rows.every((one) => one.problem === null))).toBe(true)
  expect(answers.reduce((sum, answer) => sum + (answer.ok ? answer.value.saved : 0), 0)).toBe(5)
  expect(await grid()).toEqual([10, 11, 12, 13, 14])
  expect(await auditOf(school, 'marks.entered')).toHaveLength(1)
})

it('publishes either before or after a concurrent save of marks, never during it', async () => {
  const { school, scope, exam, students, save, grid } = await makeWorld(6)
  await save([row(students[0], '1')])
  const publish = () => publishExam(scope, exam.publicId, { althoughMissing: true })
  const work = students.slice(1).map((student, index) => [() => save([row(student, String(index + 2))])])
  const [published, ...saved] = await Promise.all([publish(), ...work.flat().map((each) => each())])
  expect(published?.ok).toBe(true)
  const marks = (await grid()).filter((one) => one !== null).length
  expect(saved.filter((answer) => answer.ok).length + 1).toBe(marks)
  expect(saved.every((answer) => answer.ok || answer.reason === 'published')).toBe(true)
  const [told = '{}'] = await auditOf(school, 'exam.published')
  expect(JSON.parse(told)).toMatchObject({ students: 6, marksMissing: 6 - marks })
})

it('publishes only with marks, with a confirmation if some are missing, and requires a reason to withdraw', async () => {
  const { school, scope, exam, students, save } = await makeWorld(7)
  const publish = (althoughMissing: boolean) => publishExam(scope, exam.publicId, { althoughMissing })
  expect(await publish(true)).toEqual({ ok: false, reason: 'no-marks' })
  await save([row(students[0], '44')])
  expect(await publish(false)).toEqual({ ok: false, reason: 'marks-missing' })
  const record = await findExam(scope, exam.publicId)
  if (!record) throw new Error('gone')
  const { value, count } = await countQueries(() => completeness(scope, record))
  expect(count).toBe(2)
  expect(value).toMatchObject({
    students: 7,
    entered: 1,
    missing: [
      { missing: 6, names: 'Student2 Shah, Student3 Shah, Student4 Shah, Student5 Shah, Student6 Shah and 1 more' },
    ],
  })
  expect((await publish(true)).ok).toBe(true)
  expect(await publish(true)).toEqual({ ok: false, reason: 'published' })
  expect(await save([row(students[0], '45', '44')])).toEqual({ ok: false, reason: 'published' })
  expect((await withdrawExam(scope, exam.publicId, 'Paper 1 was totalled wrongly')).ok).toBe(true)
  expect(await withdrawExam(scope, exam.publicId, 'Again')).toEqual({ ok: false, reason: 'not-published' })
  expect(await auditOf(school, 'exam.withdrawn')).toEqual([expect.stringContaining('Paper 1 was totalled wrongly')])
  expect(await save([row(students[0], '45', '44')])).toMatchObject({ ok: true, value: { saved: 1 } })
})

it('refuses marks for other sections, subjects and schools', async () => {
  const { scope, ofClass, exam, students, save } = await makeWorld(1)
  const gone = { ok: false, reason: 'not-found' }
  const rows = [row(students[0], '5')]
  const other = await makeSection(ofClass, { name: 'B' })
  const elsewhere = await makeSection(await makeClass({ id: ofClass.schoolId }))
  expect(await save(rows, { duties: [] })).toEqual(gone)
  expect(await save(rows, { duties: [{ sectionId: other.id, subjectId: null }] })).toEqual(gone)
  expect(await save(rows, { section: elsewhere.publicId })).toEqual(gone)
  expect(await save(rows, { section: other.publicId })).toMatchObject({
    ok: true,
    value: { saved: 0, rows: [{ state: 'gone', problem: 'This student is no longer in the section' }] },
  })
  const { scope: foreign } = await makeSchool()
  expect(await publishExam(foreign, exam.publicId, { althoughMissing: true })).toEqual(gone)
  expect(await withdrawExam(foreign, exam.publicId, 'No')).toEqual(gone)
  expect((await findExam(scope, exam.publicId))?.published).toBe(false)
})

it('keeps the marks of former students in the grid, and counts only current ones', async () => {
  const { scope, exam, students, save, grid } = await makeWorld(3)
  await save([row(students[0], '5'), row(students[1], '6')])
  await execute("UPDATE enrollments SET status = 'left', left_on = '2026-10-01' WHERE id IN (:ids)", {
    ids: [students[0]?.enrollmentId ?? 0, students[2]?.enrollmentId ?? 0],
  })
  expect(await grid()).toEqual([5, 6])
  const record = await findExam(scope, exam.publicId)
  expect((await enteredCounts(scope, record?.id ?? 0)).map((one) => one.entered)).toEqual([1])
})

it('saves marks of 60 students in as many statements as of 4, and lists 240 students in four statements', async () => {
  const { school, scope, session, ofClass, section, students, exam, save } = await makeWorld(60, 8)
  const statements: number[] = []
  for (const [index, paper] of exam.papers.entries()) {
    // The first paper has fewer rows to save.
    const rows = students
      .slice(0, index === 0 ? 4 : 60)
      .map((student) => row(student, String((student.rollNumber * 7 + index) % 51)))
    const { value, count } = await countQueries(() => save(rows, { paper: paper.publicId }))
    expect(value).toMatchObject({ ok: true, value: { saved: rows.length } })
    statements.push(count)
  }
  expect(statements).toEqual(Array(8).fill(statements[0]))
  for (const name of ['B', 'C', 'D']) {
    const other = await makeSection(ofClass, { name })
    const more = await makeStudents({ school, session, class: ofClass, section: other }, 60)
    for (const paper of exam.papers)
      await save(
        more.map((student) => row(student, String((student.rollNumber * 11) % 51))),
        { paper: paper.publicId, section: other.publicId },
      )
  }
  const { value: sheet, count } = await countQueries(() => examResults(scope, exam.id))
  expect(sheet.rows).toHaveLength(240)
  expect(count).toBeLessThanOrEqual(4)
  expect(section.capacity).toBe(40)
})
