import { number, numberOrNull, select, selectOne, selectRows, textOrNull } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { questionColumns } from '../question-queries.server'
import { scorePercent } from './attempt-rules'
import { closeExpiredAttempt } from './close-attempt.server'

type AttemptRow = {
  id: number
  quizId: number
  attemptPublicId: string
  publicId: string
  title: string
  maxScore: number
  toMark: number
  isExpired: 0 | 1
  reviewOpensAt: Date
  isReviewOpen: 0 | 1
} & Joined<{ submittedAt: Date; closedBy: 'student' | 'deadline'; score: number }>

/**
 * SQL: instant at which the review of the quiz `q` opens. That is the end of its window, but not before the deadline of
 * every open attempt, so that no answers leak to students still writing.
 */
const reviewOpensSql = `GREATEST(q.available_until, COALESCE((SELECT MAX(r.deadline_at) FROM quiz_attempts r
     WHERE r.quiz_id = q.id AND r.submitted_at IS NULL), q.available_until))`

/**
 * Returns the student's result of a quiz: `running` while the attempt is open, null without one. `review` is null until
 * it opens, so that right answers do not leave the server earlier.
 */
export async function findOwnResult(scope: StudentScope, quizPublicId: string) {
  const read = () =>
    selectOne<AttemptRow>(
      `SELECT t.id, t.quiz_id AS quizId, t.public_id AS attemptPublicId, q.public_id AS publicId, q.title,
         t.submitted_at AS submittedAt, t.closed_by AS closedBy, CAST(t.score AS DOUBLE) AS score,
         CAST(t.max_score AS DOUBLE) AS maxScore, t.to_mark AS toMark,
         t.submitted_at IS NULL AND t.deadline_at <= UTC_TIMESTAMP(3) AS isExpired,
         ${reviewOpensSql} AS reviewOpensAt, ${reviewOpensSql} <= UTC_TIMESTAMP(3) AS isReviewOpen
       FROM quizzes q JOIN quiz_attempts t ON t.quiz_id = q.id AND t.student_id = :studentId
       WHERE q.school_id = :schoolId AND q.public_id = :quizPublicId`,
      { schoolId: scope.schoolId, studentId: scope.studentId, quizPublicId },
    )
  let row = await read()
  if (row?.isExpired === 1) {
    await closeExpiredAttempt(scope, row.id)
    row = await read()
  }
  if (!row) return null
  if (row.submittedAt === null) return 'running' as const
  const questions = await readQuestions(scope, row)
  return {
    quiz: { publicId: row.publicId, title: row.title },
    attempt: { publicId: row.attemptPublicId, submittedAt: row.submittedAt, closedBy: row.closedBy },
    summary: {
      score: row.score,
      maxScore: row.maxScore,
      percentage: scorePercent(row.score, row.maxScore),
      correct: questions.filter((question) => question.awardedMarks === question.marks).length,
      totalQuestions: questions.length,
      toMark: row.toMark,
    },
    reviewOpensAt: row.reviewOpensAt,
    review: row.isReviewOpen === 1 ? await reviewOf(scope, row, questions) : null,
  }
}

export type OwnResult = Exclude<Awaited<ReturnType<typeof findOwnResult>>, 'running' | null>

const answeredColumns = {
  id: number('n.id'),
  ...questionColumns,
  /** Chosen option or written text; both null if not answered. */
  selectedOptionId: textOrNull('o.public_id'),
  answerText: textOrNull('a.answer_text'),
  /** Null while unmarked by the teacher. */
  awardedMarks: numberOrNull('IF(a.attempt_id IS NULL, 0, CAST(a.awarded_marks AS DOUBLE))'),
}

function readQuestions(scope: StudentScope, { id, quizId }: AttemptRow) {
  return selectRows(
    answeredColumns,
    `FROM quiz_questions n LEFT JOIN quiz_answers a ON a.attempt_id = :attemptId AND a.question_id = n.id
     LEFT JOIN quiz_options o ON o.id = a.option_id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY n.position, n.id`,
    { schoolId: scope.schoolId, quizId, attemptId: id },
  )
}
type QuestionRow = Awaited<ReturnType<typeof readQuestions>>[number]

async function reviewOf(scope: StudentScope, { quizId }: AttemptRow, questions: readonly QuestionRow[]) {
  const key = await select<{
    questionId: number
    publicId: string | null
    text: string
    isCorrect: 0 | 1
    position: number
  }>(
    `SELECT o.question_id AS questionId, o.public_id AS publicId, o.option_text AS text, o.is_correct AS isCorrect, o.position
     FROM quiz_questions n JOIN quiz_options o ON o.question_id = n.id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId
     UNION ALL SELECT c.question_id, NULL, c.answer_text, 1, c.position
     FROM quiz_questions n JOIN quiz_accepted_answers c ON c.question_id = n.id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY 1, 5`,
    { schoolId: scope.schoolId, quizId },
  )
  return questions.map(({ id, ...question }) => {
    const own = key.filter(({ questionId }) => questionId === id)
    return {
      ...question,
      options: own.flatMap(({ publicId, text, isCorrect }) =>
        publicId === null ? [] : [{ publicId, text, isCorrect: isCorrect === 1 }],
      ),
      acceptedAnswers: own.flatMap(({ publicId, text }) => (publicId === null ? [text] : [])),
      isCorrect: question.awardedMarks === null ? null : question.awardedMarks === question.marks,
    }
  })
}
