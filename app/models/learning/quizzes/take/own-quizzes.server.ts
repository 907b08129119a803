import {
  allOrNone,
  flag,
  instant,
  instantOrNull,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { containing, contains, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { quizzesAPage } from '../options'
import { questionColumns } from '../question-queries.server'
import { Quiz } from '../tables.server'
import { quizState } from './attempt-rules'
import { closeExpiredAttempt, secondsLeft } from './close-attempt.server'

/** SQL condition: the quiz `q` is published for the section of the enrollment `e`, or for the whole class. */
const isForSectionSql = `q.published_at IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM quiz_sections w WHERE w.quiz_id = q.id)
     OR EXISTS (SELECT 1 FROM quiz_sections w WHERE w.quiz_id = q.id AND w.section_id = e.section_id))`

/** SQL condition: `e` is the student's own enrollment in the session and class of the quiz `q`. */
const isEnrollmentSql = `e.school_id = q.school_id AND e.academic_session_id = q.academic_session_id AND e.class_id = q.class_id
     AND e.student_id = :studentId AND e.status = 'studying'`

const joins = `LEFT JOIN subjects j ON j.id = q.subject_id
     LEFT JOIN quiz_attempts t ON t.quiz_id = q.id AND t.student_id = :studentId`

const attempt = {
  attemptId: number('t.id'),
  attemptPublicId: text('t.public_id'),
  startedAt: instant('t.started_at'),
  deadlineAt: instant('t.deadline_at'),
  isExpired: flag('t.deadline_at <= UTC_TIMESTAMP(3)'),
  secondsLeft,
  maxScore: number('t.max_score'),
  /** Unmarked short answers. */
  toMark: number('t.to_mark'),
}

const columns = {
  ...columnsOf(
    Quiz,
    'q',
    'id',
    'publicId',
    'title',
    'description',
    'durationMinutes',
    'availableFrom',
    'availableUntil',
  ),
  subjectName: textOrNull('j.name'),
  questionsCount: number('(SELECT COUNT(*) FROM quiz_questions n WHERE n.quiz_id = q.id)'),
  totalMarks: number('(SELECT COALESCE(SUM(n.marks), 0) FROM quiz_questions n WHERE n.quiz_id = q.id)'),
  isEarly: flag('q.available_from > UTC_TIMESTAMP(3)'),
  isOver: flag('q.available_until <= UTC_TIMESTAMP(3)'),
  submittedAt: instantOrNull('t.submitted_at'),
  score: numberOrNull('t.score'),
  ...allOrNone(attempt),
}
type Row = RowOf<typeof columns>
type Attempted = RowOf<typeof attempt>

/** Lists the quizzes of the student's classes: open ones first, then upcoming, then past ones, latest first. */
export async function listOwnQuizzes(scope: StudentScope, input: { search: string; page: number }) {
  const search =
    input.search === '' ? '' : `AND ${contains("CONCAT_WS(' ', q.title, q.description, j.name)", input.search)}`
  const read = () =>
    selectPage<Row>(
      {
        columns,
        from: `enrollments e JOIN quizzes q ON ${isEnrollmentSql} AND ${isForSectionSql} ${joins}
          WHERE e.school_id = :schoolId AND e.student_id = :studentId ${search}`,
        order: [
          'q.available_until <= UTC_TIMESTAMP(3)',
          'q.available_from > UTC_TIMESTAMP(3)',
          'ABS(TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), q.available_until))',
          'q.id',
        ],
        values: { schoolId: scope.schoolId, studentId: scope.studentId, search: containing(input.search) },
      },
      { descending: false, page: input.page, pageSize: quizzesAPage },
    )
  const first = await read()
  const list = (await closeExpired(scope, first.rows)) ? await read() : first
  return { ...list, rows: list.rows.map(viewOf) }
}

/** Returns a quiz of the student's class, or one that the student has attempted in any class, or null. */
export async function findOwnQuiz(scope: StudentScope, publicId: string) {
  const row = await readOwnQuiz(scope, publicId)
  return row && viewOf(row)
}

const questionToTakeColumns = {
  id: number('n.id'),
  ...questionColumns,
  /** Saved answer: public id of an option, or a text. */
  optionId: textOrNull('o.public_id'),
  answerText: textOrNull('a.answer_text'),
}

/** Returns a quiz and, once started, its questions with the saved answers; never the right answers. */
export async function findQuizToTake(scope: StudentScope, publicId: string) {
  const row = await readOwnQuiz(scope, publicId)
  if (!row) return null
  const quiz = viewOf(row)
  if (quiz.state !== 'running') return { quiz, questions: [] }
  const values = { schoolId: scope.schoolId, quizId: row.id, attemptId: row.attemptId }
  const [questions, options] = await Promise.all([
    selectRows(
      questionToTakeColumns,
      `FROM quiz_questions n LEFT JOIN quiz_answers a ON a.attempt_id = :attemptId AND a.question_id = n.id
       LEFT JOIN quiz_options o ON o.id = a.option_id
       WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY n.position, n.id`,
      values,
    ),
    selectRows(
      { questionId: number('o.question_id'), publicId: text('o.public_id'), text: text('o.option_text') },
      `FROM quiz_questions n JOIN quiz_options o ON o.question_id = n.id
       WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY o.question_id, o.position, o.id`,
      values,
    ),
  ])
  return {
    quiz,
    questions: questions.map(({ id, ...question }) => ({
      ...question,
      // A boolean question has the options true and false, in this order.
      options: options
        .filter(({ questionId }) => questionId === id)
        .map(({ publicId: option, text }) => ({ publicId: option, text })),
    })),
  }
}

export type QuizQuestionView = NonNullable<Awaited<ReturnType<typeof findQuizToTake>>>['questions'][number]

/** Reads one quiz; first closes an attempt whose time is over, if the worker has not done so. */
async function readOwnQuiz(scope: StudentScope, publicId: string): Promise<Row | null> {
  const read = () =>
    selectRow<Row>(
      columns,
      `FROM quizzes q ${joins} WHERE q.school_id = :schoolId AND q.public_id = :publicId
         AND (t.id IS NOT NULL OR EXISTS (SELECT 1 FROM enrollments e WHERE ${isEnrollmentSql} AND ${isForSectionSql}))`,
      { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
    )
  const row = await read()
  return row && (await closeExpired(scope, [row])) ? read() : row
}

async function closeExpired(scope: StudentScope, rows: readonly Row[]): Promise<boolean> {
  const expired = rows.filter((row) => row.attemptId !== null && row.submittedAt === null && row.isExpired)
  for (const { attemptId } of expired) if (attemptId !== null) await closeExpiredAttempt(scope, attemptId)
  return expired.length > 0
}

function viewOf(row: Row) {
  const attempt = row.attemptId === null ? null : attemptOf(row)
  return { ...row, state: quizState({ ...row, attempt }), attempt }
}
export type OwnQuiz = ReturnType<typeof viewOf>

function attemptOf({ attemptPublicId, secondsLeft, startedAt, deadlineAt, submittedAt, ...row }: Row & Attempted) {
  const { score, maxScore, toMark } = row
  const times = { startedAt, deadlineAt, submittedAt, secondsLeft: Math.max(0, secondsLeft) }
  return { publicId: attemptPublicId, ...times, score, maxScore, toMark }
}
