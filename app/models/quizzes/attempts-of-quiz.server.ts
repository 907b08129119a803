import { select, selectOne } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { OfficeAttemptState } from './office-states'
import type { QuestionType } from './options'
import type { QuizRecord } from './quiz-queries.server'

export interface StudentRow {
  /** Of the enrollment: one row for each student. */
  publicId: string
  studentName: string
  enrollmentNumber: string
  rollNumber: number | null
  sectionName: string
  state: OfficeAttemptState
  /** Public id of the attempt; null: not started. */
  attemptId: string | null
  startedAt: Date | null
  submittedAt: Date | null
  score: number | null
  maxScore: number | null
  toMark: number
}

export const studentSorts = ['roll', 'name', 'score', 'submitted'] as const

const orders: Record<(typeof studentSorts)[number], readonly string[]> = {
  roll: ['t.name', 'e.roll_number IS NULL', 'e.roll_number', 'e.id'],
  name: ['s.first_name', 's.last_name', 'e.id'],
  score: ['m.score IS NULL', '-m.score', 't.name', 'e.roll_number', 'e.id'],
  submitted: ['m.submitted_at IS NULL', '-UNIX_TIMESTAMP(m.submitted_at)', 't.name', 'e.roll_number', 'e.id'],
}

const state = `CASE WHEN m.id IS NULL THEN 'not-started' WHEN m.submitted_at IS NULL THEN 'open'
  WHEN m.to_mark > 0 THEN 'provisional' ELSE 'submitted' END`

/** SQL: whoever has an attempt, and whoever studies in the class and sections of the quiz. */
const students = `enrollments e JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
       JOIN sections t ON t.school_id = e.school_id AND t.id = e.section_id
       LEFT JOIN quiz_attempts m ON m.quiz_id = :quizId AND m.student_id = e.student_id AND m.enrollment_id = e.id
       WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId
         AND (m.id IS NOT NULL OR (e.status = 'studying' AND e.class_id = :classId
           AND NOT EXISTS (SELECT 1 FROM quiz_attempts d WHERE d.quiz_id = :quizId AND d.student_id = e.student_id)
           AND (NOT EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = :quizId)
             OR EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = :quizId AND z.section_id = e.section_id))))`

/** What the SQL of this file asks for; a teacher (`ownSectionIds`) sees the own sections' students. */
function ownPart(ownSectionIds: readonly number[] | null): string {
  return ownSectionIds === null ? '' : 'AND e.section_id IN (:ownSectionIds)'
}

/** Every student whom the quiz is for, and how far each has come. */
export function listStudents(
  scope: SchoolScope,
  quiz: Pick<QuizRecord, 'id' | 'sessionId' | 'classId'>,
  query: ListQuery<(typeof studentSorts)[number]> & {
    state: string
    sectionId: string
    ownSectionIds: readonly number[] | null
  },
): Promise<Page<StudentRow>> {
  return selectPage<StudentRow>(
    {
      columns: `e.public_id AS publicId, CONCAT(s.first_name, ' ', s.last_name) AS studentName,
       s.enrollment_number AS enrollmentNumber, e.roll_number AS rollNumber, t.name AS sectionName, ${state} AS state,
       m.public_id AS attemptId, m.started_at AS startedAt, m.submitted_at AS submittedAt,
       CAST(m.score AS DOUBLE) AS score, CAST(m.max_score AS DOUBLE) AS maxScore, CAST(COALESCE(m.to_mark, 0) AS SIGNED) AS toMark`,
      from: `${students} ${ownPart(query.ownSectionIds)}
         AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')
         AND (:sectionId = '' OR t.public_id = :sectionId) AND (:state = '' OR :state = ${state})`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        quizId: quiz.id,
        sessionId: quiz.sessionId,
        classId: quiz.classId,
        search: containing(query.search),
        state: query.state,
        sectionId: query.sectionId,
        ownSectionIds: [0, ...(query.ownSectionIds ?? [])],
      },
    },
    query,
  )
}

export interface AttemptView extends Omit<StudentRow, 'state' | 'attemptId' | 'maxScore' | 'startedAt'> {
  id: number
  startedAt: Date
  deadlineAt: Date
  closedBy: 'student' | 'deadline' | null
  maxScore: number
}

/** One attempt at the quiz; a teacher's only where the student sits in an own section. */
export function findAttemptView(
  scope: SchoolScope,
  quizId: number,
  publicId: string,
  ownSectionIds: readonly number[] | null,
): Promise<AttemptView | null> {
  return selectOne<AttemptView>(
    `SELECT m.id, m.public_id AS publicId, CONCAT(s.first_name, ' ', s.last_name) AS studentName,
       s.enrollment_number AS enrollmentNumber, e.roll_number AS rollNumber, t.name AS sectionName,
       m.started_at AS startedAt, m.deadline_at AS deadlineAt, m.submitted_at AS submittedAt, m.closed_by AS closedBy,
       CAST(m.score AS DOUBLE) AS score, CAST(m.max_score AS DOUBLE) AS maxScore, m.to_mark AS toMark
     FROM quiz_attempts m JOIN enrollments e ON e.school_id = m.school_id AND e.id = m.enrollment_id
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     JOIN sections t ON t.school_id = e.school_id AND t.id = e.section_id
     WHERE m.school_id = :schoolId AND m.quiz_id = :quizId AND m.public_id = :publicId ${ownPart(ownSectionIds)}`,
    { schoolId: scope.schoolId, quizId, publicId, ownSectionIds: [0, ...(ownSectionIds ?? [])] },
  )
}

export interface AnswerView {
  questionId: string
  position: number
  type: QuestionType
  text: string
  marks: number
  /** The option chosen, or the text of a short answer; null: not answered. */
  given: string | null
  /** The right option, or the accepted answers, one behind the other; '' where there is none. */
  right: string
  /** Null while the attempt is open, or while a short answer waits. */
  awarded: number | null
  markedBy: string | null
}

/** All questions of an attempt with what was given and awarded. */
export async function answersOfAttempt(scope: SchoolScope, quizId: number, attemptId: number): Promise<AnswerView[]> {
  const values = { schoolId: scope.schoolId, quizId, attemptId }
  const answers = await select<Omit<AnswerView, 'right'>>(
    `SELECT n.public_id AS questionId, n.position, n.type, n.question_text AS text, CAST(n.marks AS DOUBLE) AS marks,
       COALESCE(o.option_text, NULLIF(TRIM(w.answer_text), '')) AS given,
       CAST(w.awarded_marks AS DOUBLE) AS awarded, w.marked_by_name AS markedBy
     FROM quiz_questions n LEFT JOIN quiz_answers w ON w.question_id = n.id AND w.attempt_id = :attemptId
     LEFT JOIN quiz_options o ON o.question_id = w.question_id AND o.id = w.option_id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY n.position, n.id`,
    values,
  )
  // Rows, not one text of the database's: ten accepted answers are longer than what that makes together.
  const right = await select<{ questionId: string; text: string; position: number }>(
    `SELECT n.public_id AS questionId, o.option_text AS text, o.position FROM quiz_questions n
     JOIN quiz_options o ON o.question_id = n.id AND o.is_correct = 1 WHERE n.school_id = :schoolId AND n.quiz_id = :quizId
     UNION ALL SELECT n.public_id, w.answer_text, w.position FROM quiz_questions n
     JOIN quiz_accepted_answers w ON w.question_id = n.id WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY position`,
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
