import {
  allOrNone,
  flag,
  instant,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { percentOf } from '~/models/core/shared/fraction'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { questionColumns, readChoices } from '../question-queries.server'
import { Quiz } from '../tables.server'
import { closeExpiredAttempt } from './close-attempt.server'

/**
 * SQL: instant from which students see the right answers of the quiz `q`: the end of its window, or the last deadline
 * of an open attempt if that is later, so that no answers leak to students still writing.
 */
const reviewOpensSql = `GREATEST(q.available_until, COALESCE((SELECT MAX(r.deadline_at) FROM quiz_attempts r
     WHERE r.quiz_id = q.id AND r.submitted_at IS NULL), q.available_until))`

const attempt = {
  id: number('t.id'),
  quizId: number('t.quiz_id'),
  attemptPublicId: text('t.public_id'),
  ...columnsOf(Quiz, 'q', 'publicId', 'title'),
  ...allOrNone({
    submittedAt: instant('t.submitted_at'),
    closedBy: wordOf<'student' | 'deadline'>('t.closed_by'),
    score: number('t.score'),
  }),
  maxScore: number('t.max_score'),
  toMark: number('t.to_mark'),
  isExpired: flag('t.submitted_at IS NULL AND t.deadline_at <= UTC_TIMESTAMP(3)'),
  reviewOpensAt: instant(reviewOpensSql),
  isReviewOpen: flag(`${reviewOpensSql} <= UTC_TIMESTAMP(3)`),
}
type AttemptRow = RowOf<typeof attempt>

/**
 * Returns the student's result of a quiz: `running` while the attempt is open, null without an attempt. `review` is
 * null until the review opens, so that right answers do not leave the server earlier.
 */
export async function findOwnQuizResult(scope: StudentScope, quizPublicId: string) {
  const read = () =>
    selectRow<AttemptRow>(
      attempt,
      `FROM quizzes q JOIN quiz_attempts t ON t.quiz_id = q.id AND t.student_id = :studentId
       WHERE q.school_id = :schoolId AND q.public_id = :quizPublicId`,
      { schoolId: scope.schoolId, studentId: scope.studentId, quizPublicId },
    )
  let row = await read()
  if (row?.isExpired) {
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
      percentage: percentOf(row.score, row.maxScore, 0) ?? 0,
      correct: questions.filter((question) => question.awardedMarks === question.marks).length,
      totalQuestions: questions.length,
      toMark: row.toMark,
    },
    reviewOpensAt: row.reviewOpensAt,
    review: row.isReviewOpen ? await reviewOf(scope, row, questions) : null,
  }
}

export type OwnResult = Exclude<Awaited<ReturnType<typeof findOwnQuizResult>>, 'running' | null>

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
  const choicesOf = await readChoices(scope, quizId)
  return questions.map(({ id, ...question }) => {
    const { options, answers: acceptedAnswers } = choicesOf({ id })
    return {
      ...question,
      options,
      acceptedAnswers,
      isCorrect: question.awardedMarks === null ? null : question.awardedMarks === question.marks,
    }
  })
}
