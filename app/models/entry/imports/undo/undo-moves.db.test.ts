import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import {
  currentSession,
  type MadeEnrollment,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { makeSheet } from '../../../../../tests/factories/attendance'
import { importFile, recordOf } from '../../../../../tests/factories/imports'
import { insert, unique } from '../../../../../tests/factories/insert'
import { makeAttempts } from '../../../../../tests/factories/quiz-office'
import { makeQuiz } from '../../../../../tests/factories/quizzes'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeScheme } from '../../../../../tests/factories/report-cards'
import { makeExamWithPapers } from '../../../../../tests/factories/results'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { readReferences, reasonOfTable } from './references.server'
import { previewUndo, startUndo, undoImport } from './undo-import.server'

interface Child {
  student: MadeStudent
  enrollment: Pick<MadeEnrollment, 'id' | 'session' | 'class'>
  section: { id: number }
}

const ids = ({ student, enrollment }: Child) => ({
  school_id: student.schoolId,
  student_id: student.id,
  enrollment_id: enrollment.id,
})
const now = () => ({ created_at: new Date(), updated_at: new Date() })

async function makeCardRow(table: 'report_entries' | 'report_cards', child: Child, columns: object) {
  const scheme = await makeScheme({ id: child.student.schoolId }, { session: child.enrollment.session, classes: [] })
  await insert(table, { ...ids(child), scheme_id: scheme.id, term_key: 't1', ...columns })
}

/** For each table of attendance or marks: a function that writes one row of it for a student. */
const makeWork: Record<string, (child: Child, day: string) => Promise<unknown>> = {
  attendance: ({ student, enrollment, section }, day) =>
    makeSheet({ schoolId: student.schoolId, sessionId: enrollment.session.id, sectionId: section.id }, day, [
      { studentId: student.id, enrollmentId: enrollment.id, status: 'present' },
    ]),
  attendance_months: (child) =>
    insert('attendance_months', {
      ...ids(child),
      ...{ month_on: child.enrollment.session.startsOn, days_held: 20, attended_halves: 30 },
      ...now(),
    }),
  exam_marks: async (child) => {
    const { session, class: ofClass } = child.enrollment
    const papers = [{ subject: `Science ${unique()}`, maxMarks: 50 }]
    const exam = await makeExamWithPapers({ id: child.student.schoolId }, { session, class: ofClass, papers })
    await insert('exam_marks', { ...ids(child), paper_id: exam.papers[0]?.id ?? 0, marks: 40, ...now() })
  },
  quiz_attempts: async ({ student, enrollment }) => {
    const { session, class: ofClass } = enrollment
    const quiz = await makeQuiz({ id: student.schoolId }, { session, class: ofClass })
    await makeAttempts(
      quiz,
      [{ studentId: student.id, enrollmentId: enrollment.id }],
      [{ answers: [], submitted: false }],
    )
    await execute('UPDATE quiz_attempts SET started_at = UTC_TIMESTAMP(3) WHERE quiz_id = :id', { id: quiz.id })
  },
  report_entries: (child) =>
    makeCardRow('report_entries', child, { grades: '{}', remark_codes: '', remark: 'Works with care', ...now() }),
  report_cards: (child) =>
    makeCardRow('report_cards', child, {
      ...{ public_id: newPublicId(), revision: 1, card: '{}' },
      ...{ issued_on: child.enrollment.session.startsOn, created_at: new Date() },
    }),
}

/** Column of the last change, where it is not `updated_at`. */
const timeOf: Record<string, string> = { quiz_attempts: 'started_at', report_cards: 'created_at' }

/** Tables of attendance and marks that do not say in which section the student works. */
const withoutSection = ['leave_applications', 'report_card_withdrawals', 'report_withholdings']

it('is tested for every table with attendance or marks of an enrollment', async () => {
  const tables = (await readReferences()).flatMap(({ table, to }) => {
    const reason = reasonOfTable.get(table)
    return to === 'enrollments' && (reason === 'attendance' || reason === 'marks') ? [table] : []
  })
  expect([...new Set(tables)].sort()).toEqual([...Object.keys(makeWork), ...withoutSection].sort())
})

it.each(Object.keys(makeWork))(
  'keeps the new section of students with rows in %s since the import, and moves back a student with older rows',
  async (table) => {
    const school = await makeSchool()
    const { scope } = await makeStaff(school, { role: 'owner' })
    const session = await currentSession(school)
    const ofClass = await makeClass(school, { name: 'Class 6' })
    const [a, b] = [await makeSection(ofClass, { name: 'A' }), await makeSection(ofClass, { name: 'B' })]
    const makePatel = (number: string) =>
      makeStudent(school, { enrollmentNumber: number, firstName: number, lastName: 'Patel' })
    const [moved, earlier, added] = [await makePatel('X1'), await makePatel('X2'), await makePatel('X3')]
    for (const student of [moved, earlier]) await makeEnrollment(student, { session, class: ofClass, section: a })
    const makeRow = async (student: MadeStudent, section: { id: number }, day: string) => {
      const values = { studentId: student.id }
      const row = await readRow<{ id: number }>('SELECT id FROM enrollments WHERE student_id = :studentId', values)
      await makeWork[table]?.({ student, enrollment: { id: row?.id ?? 0, session, class: ofClass }, section }, day)
    }
    await makeRow(earlier, a, session.startsOn)
    const at = timeOf[table] ?? 'updated_at'
    await execute(`UPDATE ${table} SET ${at} = ${at} - INTERVAL 1 HOUR WHERE school_id = :id`, { id: school.id })
    // The import moves the first two students and enrolls the third.
    const record = await importFile(scope, {
      file: 'Enrollment number,Class,Section\nX1,6,B\nX2,6,B\nX3,6,B\n',
      sessionPublicId: session.publicId,
    })
    expect(record).toMatchObject({ counts: { changed: 3 } })
    await makeRow(moved, b, session.startsOn)
    await makeRow(added, b, addDays(session.startsOn, 1))
    const preview = await previewUndo(scope, await recordOf(scope, record.publicId))
    if (typeof preview === 'string') throw new Error(preview)
    const reason = reasonOfTable.get(table)
    expect(preview.takes).toBe(1)
    expect(preview.kept.sort()).toEqual([
      ['X1 Patel, X1', reason],
      ['X3 Patel, X3', reason],
    ])
    expect(await startUndo(scope, record.publicId, { rest: true })).toMatchObject({ ok: true })
    expect(await undoImport(scope, record.id)).toBe('over')
    const sections = await readRows<{ id: number }>(
      'SELECT section_id AS id FROM enrollments WHERE school_id = :id ORDER BY student_id',
      { id: school.id },
    )
    expect(sections.map(({ id }) => id)).toEqual([b.id, a.id, b.id])
  },
)
