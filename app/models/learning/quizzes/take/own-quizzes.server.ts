import { number, select, selectOne, selectRows, textOrNull } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import { containing, selectPage } from '~/kit/tables/select-page.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { quizzesAPage } from '../options'
import { questionColumns } from '../question-queries.server'
import { quizState } from './attempt-rules'
import { closeExpiredAttempt } from './close-attempt.server'

/** SQL condition: the quiz `q` is published for the section of the enrollment `e`, or for the whole class. */
const isForSectionSql = `q.published_at IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM quiz_sections w WHERE w.quiz_id = q.id)
     OR EXISTS (SELECT 1 FROM quiz_sections w WHERE w.quiz_id = q.id AND w.section_id = e.section_id))`

/** SQL condition: `e` is the student's own enrollment in the session and class of the quiz `q`. */
const isEnrollmentSql = `e.school_id = q.school_id AND e.academic_session_id = q.academic_session_id AND e.class_id = q.class_id
     AND e.student_id = :studentId AND e.status = 'studying'`

const columns = `q.id, q.public_id AS publicId, q.title, q.description, q.duration_minutes AS durationMinutes,
       q.available_from AS availableFrom, q.available_until AS availableUntil, j.name AS subjectName,
       (SELECT COUNT(*) FROM quiz_questions n WHERE n.quiz_id = q.id) AS questionsCount,
       (SELECT CAST(COALESCE(SUM(n.marks), 0) AS DOUBLE) FROM quiz_questions n WHERE n.quiz_id = q.id) AS totalMarks,
       q.available_from > UTC_TIMESTAMP(3) AS isEarly, q.available_until <= UTC_TIMESTAMP(3) AS isOver,
       t.id AS attemptId, t.public_id AS attemptPublicId, t.started_at AS startedAt, t.deadline_at AS deadlineAt,
       t.submitted_at AS submittedAt, t.deadline_at <= UTC_TIMESTAMP(3) AS isExpired,
       CAST(CEIL(TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), t.deadline_at) / 1000000) AS SIGNED) AS secondsLeft,
       CAST(t.score AS DOUBLE) AS score, CAST(t.max_score AS DOUBLE) AS maxScore, t.to_mark AS toMark`
const joins = `LEFT JOIN subjects j ON j.id = q.subject_id
     LEFT JOIN quiz_attempts t ON t.quiz_id = q.id AND t.student_id = :studentId`

type Row = {
  id: number
  publicId: string
  title: string
  description: string | null
  durationMinutes: number
  availableFrom: Date
  availableUntil: Date
  subjectName: string | null
  questionsCount: number
  totalMarks: number
  isEarly: 0 | 1
  isOver: 0 | 1
  submittedAt: Date | null
  score: number | null
} & Joined<AttemptColumns>

interface AttemptColumns {
  attemptId: number
  attemptPublicId: string
  startedAt: Date
  deadlineAt: Date
  isExpired: 0 | 1
  /** Seconds until the deadline, by the database's clock at the time of the query. */
  secondsLeft: number
  maxScore: number
  /** Unmarked short answers. */
  toMark: number
}

/** Lists the quizzes of the student's classes: open ones first, then upcoming, then past ones, latest first. */
export async function listOwnQuizzes(scope: StudentScope, input: { search: string; page: number }) {
  const search = input.search === '' ? '' : `AND CONCAT_WS(' ', q.title, q.description, j.name) LIKE :search ESCAPE '!'`
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
    select<{ questionId: number; publicId: string; text: string }>(
      `SELECT o.question_id AS questionId, o.public_id AS publicId, o.option_text AS text
       FROM quiz_questions n JOIN quiz_options o ON o.question_id = n.id
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
    selectOne<Row>(
      `SELECT ${columns} FROM quizzes q ${joins} WHERE q.school_id = :schoolId AND q.public_id = :publicId
         AND (t.id IS NOT NULL OR EXISTS (SELECT 1 FROM enrollments e WHERE ${isEnrollmentSql} AND ${isForSectionSql}))`,
      { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
    )
  const row = await read()
  return row && (await closeExpired(scope, [row])) ? read() : row
}

async function closeExpired(scope: StudentScope, rows: readonly Row[]): Promise<boolean> {
  const expired = rows.filter((row) => row.attemptId !== null && row.submittedAt === null && row.isExpired === 1)
  for (const { attemptId } of expired) if (attemptId !== null) await closeExpiredAttempt(scope, attemptId)
  return expired.length > 0
}

function viewOf(row: Row) {
  const attempt = row.attemptId === null ? null : attemptOf(row)
  return { ...row, state: quizState({ isEarly: row.isEarly === 1, isOver: row.isOver === 1, attempt }), attempt }
}
export type OwnQuiz = ReturnType<typeof viewOf>

function attemptOf({ attemptPublicId, secondsLeft, startedAt, deadlineAt, submittedAt, ...row }: Row & AttemptColumns) {
  const { score, maxScore, toMark } = row
  const times = { startedAt, deadlineAt, submittedAt, secondsLeft: Math.max(0, secondsLeft) }
  return { publicId: attemptPublicId, ...times, score, maxScore, toMark }
}
