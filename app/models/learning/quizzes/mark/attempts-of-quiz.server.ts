import {
  instant,
  instantOrNull,
  number,
  numberOrNull,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { ownSectionValues } from '~/models/people/academics/section-queries.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import type { OfficeAttemptState } from '../office-states'
import { questionColumns } from '../question-queries.server'
import type { QuizRecord } from '../quiz-queries.server'

const state = `CASE WHEN m.id IS NULL THEN 'not-started' WHEN m.submitted_at IS NULL THEN 'open'
  WHEN m.to_mark > 0 THEN 'provisional' ELSE 'submitted' END`

const studentName = "TRIM(CONCAT(s.first_name, ' ', s.last_name))"

/** Student who has an attempt `m` or may still start one, with the result. */
const attemptSelection = {
  studentName: text(studentName),
  enrollmentNumber: text('s.enrollment_number'),
  rollNumber,
  sectionName: text('t.name'),
  submittedAt: instantOrNull('m.submitted_at'),
  score: numberOrNull('CAST(m.score AS DOUBLE)'),
  toMark: number('COALESCE(m.to_mark, 0)'),
}

/** SQL: students with an attempt, and students in the class and sections of the quiz. */
const tables = `enrollments e JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
       JOIN sections t ON t.school_id = e.school_id AND t.id = e.section_id
       LEFT JOIN quiz_attempts m ON m.quiz_id = :quizId AND m.student_id = e.student_id AND m.enrollment_id = e.id
`
const isInAudience = `e.school_id = :schoolId AND e.academic_session_id = :sessionId
         AND (m.id IS NOT NULL OR (e.status = 'studying' AND e.class_id = :classId
           AND NOT EXISTS (SELECT 1 FROM quiz_attempts d WHERE d.quiz_id = :quizId AND d.student_id = e.student_id)
           AND (NOT EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = :quizId)
             OR EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = :quizId AND z.section_id = e.section_id))))`

const students = plainList({
  columns: {
    /** Public id of the enrollment: one row per student. */
    publicId: text('e.public_id'),
    ...attemptSelection,
    state: wordOf<OfficeAttemptState>(state),
    /** Public id of the attempt; null if not started. */
    attemptId: textOrNull('m.public_id'),
    startedAt: instantOrNull('m.started_at'),
    maxScore: numberOrNull('CAST(m.max_score AS DOUBLE)'),
  },
  from: tables,
  always: isInAudience,
  search: [studentName, 's.enrollment_number'],
  filters: { section: 't.public_id = :section', state: `:state = ${state}` },
  orders: {
    roll: ['t.name', 'e.roll_number IS NULL', 'e.roll_number', 'e.id'],
    name: ['s.first_name', 's.last_name', 'e.id'],
    score: ['m.score IS NULL', '-m.score', 't.name', 'e.roll_number', 'e.id'],
    submitted: ['m.submitted_at IS NULL', '-UNIX_TIMESTAMP(m.submitted_at)', 't.name', 'e.roll_number', 'e.id'],
  },
  last: 'e.id',
})

/** SQL condition: a teacher sees only students of their own sections (`ownSectionIds`; null: all). */
const inOwn = (ownSectionIds: readonly number[] | null) =>
  ownSectionIds === null ? 'TRUE' : 'e.section_id IN (:ownSectionIds)'

export function listStudents(
  scope: SchoolScope,
  { id: quizId, sessionId, classId }: Pick<QuizRecord, 'id' | 'sessionId' | 'classId'>,
  query: Parameters<typeof students.list>[1],
  ownSectionIds: readonly number[] | null,
) {
  const values = { quizId, sessionId, classId, ...ownSectionValues(ownSectionIds) }
  return students.listOwn(scope, query, { condition: inOwn(ownSectionIds), values })
}
export type StudentRow = Awaited<ReturnType<typeof listStudents>>['rows'][number]

const attemptColumns = {
  id: number('m.id'),
  publicId: text('m.public_id'),
  ...attemptSelection,
  startedAt: instant('m.started_at'),
  deadlineAt: instant('m.deadline_at'),
  closedBy: wordOf<'student' | 'deadline' | null>('m.closed_by'),
  maxScore: number('m.max_score'),
}

/** Returns one attempt at the quiz; a teacher gets only students of their own sections. */
export function findAttemptView(
  scope: SchoolScope,
  quizId: number,
  publicId: string,
  ownSectionIds: readonly number[] | null,
) {
  return selectRow(
    attemptColumns,
    `FROM quiz_attempts m JOIN enrollments e ON e.school_id = m.school_id AND e.id = m.enrollment_id
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     JOIN sections t ON t.school_id = e.school_id AND t.id = e.section_id
     WHERE m.school_id = :schoolId AND m.quiz_id = :quizId AND m.public_id = :publicId AND ${inOwn(ownSectionIds)}`,
    { schoolId: scope.schoolId, quizId, publicId, ...ownSectionValues(ownSectionIds) },
  )
}

const answerColumns = {
  questionId: text('n.public_id'),
  type: questionColumns.type,
  text: questionColumns.text,
  marks: questionColumns.marks,
  /** Chosen option, or text of a short answer; null if not answered. */
  given: textOrNull("COALESCE(o.option_text, NULLIF(TRIM(w.answer_text), ''))"),
  /** Null while the attempt is open, or while this answer is a short answer without marks. */
  awarded: numberOrNull('CAST(w.awarded_marks AS DOUBLE)'),
  markedBy: textOrNull('w.marked_by_name'),
}

/** Lists all questions of an attempt with answers and marks; `right` is the right option, or the accepted answers. */
export async function answersOfAttempt(scope: SchoolScope, quizId: number, attemptId: number) {
  const values = { schoolId: scope.schoolId, quizId, attemptId }
  const answers = await selectRows(
    answerColumns,
    `FROM quiz_questions n LEFT JOIN quiz_answers w ON w.question_id = n.id AND w.attempt_id = :attemptId
     LEFT JOIN quiz_options o ON o.question_id = w.question_id AND o.id = w.option_id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY n.position, n.id`,
    values,
  )
  // Reads rows instead of GROUP_CONCAT, whose limit ten accepted answers could exceed.
  const right = await selectRows(
    { questionId: text('r.public_id'), text: text('r.right_text') },
    `FROM (SELECT n.public_id, o.option_text AS right_text, o.position FROM quiz_questions n
     JOIN quiz_options o ON o.question_id = n.id AND o.is_correct = 1 WHERE n.school_id = :schoolId AND n.quiz_id = :quizId
     UNION ALL SELECT n.public_id, w.answer_text, w.position FROM quiz_questions n
     JOIN quiz_accepted_answers w ON w.question_id = n.id WHERE n.school_id = :schoolId AND n.quiz_id = :quizId) r ORDER BY r.position`,
    values,
  )
  return answers.map((answer) => ({
    ...answer,
    right: right
      .filter(({ questionId }) => questionId === answer.questionId)
      .map(({ text }) => text)
      .join(' / '),
  }))
}
