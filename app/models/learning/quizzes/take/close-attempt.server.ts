import {
  execute,
  inTransaction,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import type { SchoolScope, StudentScope, SystemScope } from '~/models/core/shared/scope.server'
import { type MarkableAnswer, type MarkableQuestion, type Marking, markAttempt } from '../mark/marking-rules'
import type { QuestionType } from '../options'

type AnyScope = SchoolScope | StudentScope

/** Attempt locked by the transaction (`FOR UPDATE`). */
export const heldAttempt = { id: number('id'), quizId: number('quiz_id') }
/** Seconds from the query until the deadline of the attempt `t`, by the database's clock. */
export const secondsLeft = number('CEIL(TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), t.deadline_at) / 1000000)')
export type HeldAttempt = RowOf<typeof heldAttempt>

/**
 * Marks and closes a locked, open attempt. The time of submission is now if the student closes it, and the deadline if
 * the deadline closes it, however late. The lock ensures that an attempt is closed once.
 */
export async function closeHeldAttempt(scope: AnyScope, attempt: HeldAttempt, closer: 'student' | 'deadline') {
  const questions = await readMarkableQuestions(scope, attempt.quizId)
  const answers = await readMarkableAnswers(attempt.id)
  const marking = markAttempt(questions, answers)
  await writeMarks(attempt.id, marking)
  await execute(
    `UPDATE quiz_attempts SET submitted_at = IF(:by = 'student', UTC_TIMESTAMP(3), deadline_at), closed_by = :by,
       score = :score, to_mark = :toMark, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND submitted_at IS NULL`,
    { schoolId: scope.schoolId, id: attempt.id, by: closer, score: marking.score, toMark: marking.toMark },
  )
  return marking
}

/** Closes an attempt whose deadline has passed by the database's clock; no effect on a closed or running one. */
export function closeExpiredAttempt(scope: AnyScope, attemptId: number): Promise<void> {
  return inTransaction(async () => {
    const attempt = await selectRow(
      heldAttempt,
      `FROM quiz_attempts
       WHERE school_id = :schoolId AND id = :id AND submitted_at IS NULL AND deadline_at <= UTC_TIMESTAMP(3) FOR UPDATE`,
      { schoolId: scope.schoolId, id: attemptId },
    )
    if (attempt) await closeHeldAttempt(scope, attempt, 'deadline')
  })
}

/** Enqueues the closing of attempts whose own job failed or was lost with a worker; runs every minute. */
export async function enqueueClosings(_system: SystemScope): Promise<void> {
  const late = await selectRows(
    { id: number('id'), schoolId: number('school_id') },
    `FROM quiz_attempts
     WHERE submitted_at IS NULL AND deadline_at < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE ORDER BY deadline_at LIMIT 200`,
  )
  if (late.length === 0) return
  await inTransaction(async () => {
    for (const { id, schoolId } of late)
      await enqueueJob({
        kind: 'close-attempt',
        schoolId,
        payload: { attemptId: id },
        uniqueKey: `close-attempt:${id}`,
      })
  })
}

/** Closes the expired attempts of one quiz immediately, without waiting for the worker. */
export async function closeExpiredOfQuiz(scope: SchoolScope, quizId: number): Promise<void> {
  const expired = await selectRows(
    { id: number('id') },
    `FROM quiz_attempts
     WHERE school_id = :schoolId AND quiz_id = :quizId AND submitted_at IS NULL AND deadline_at <= UTC_TIMESTAMP(3)`,
    { schoolId: scope.schoolId, quizId },
  )
  for (const { id } of expired) await closeExpiredAttempt(scope, id)
}

/** Reads the questions of a quiz with their right answers, for marking only; never send them to a page. */
export async function readMarkableQuestions(scope: AnyScope, quizId: number): Promise<MarkableQuestion[]> {
  const values = { schoolId: scope.schoolId, quizId }
  const questions = await selectRows(
    { id: number('id'), type: wordOf<QuestionType>('type'), marks: number('marks') },
    'FROM quiz_questions WHERE school_id = :schoolId AND quiz_id = :quizId ORDER BY position, id',
    values,
  )
  const options = await selectRows(
    { questionId: number('o.question_id'), id: number('o.id') },
    `FROM quiz_questions q JOIN quiz_options o ON o.question_id = q.id
     WHERE q.school_id = :schoolId AND q.quiz_id = :quizId AND o.is_correct = 1`,
    values,
  )
  const accepted = await selectRows(
    { questionId: number('a.question_id'), text: text('a.answer_text') },
    `FROM quiz_questions q JOIN quiz_accepted_answers a ON a.question_id = q.id
     WHERE q.school_id = :schoolId AND q.quiz_id = :quizId`,
    values,
  )
  return questions.map((question) => ({
    ...question,
    correctOptionIds: options.flatMap(({ questionId, id }) => (questionId === question.id ? id : [])),
    acceptedAnswers: accepted.flatMap(({ questionId, text }) => (questionId === question.id ? text : [])),
  }))
}

const markableAnswer = {
  questionId: number('question_id'),
  optionId: numberOrNull('option_id'),
  answerText: textOrNull('answer_text'),
  teacherMarks: numberOrNull('IF(marked_by_name IS NULL, NULL, awarded_marks)'),
}

export async function readMarkableAnswers(attemptId: number): Promise<Map<number, MarkableAnswer>> {
  const rows = await selectRows(markableAnswer, 'FROM quiz_answers WHERE attempt_id = :attemptId', { attemptId })
  return new Map(rows.map(({ questionId, ...answer }) => [questionId, answer]))
}

/** Writes the marks of an attempt's answers, one statement per distinct number of marks. */
export async function writeMarks(attemptId: number, marking: Marking): Promise<void> {
  for (const marks of new Set(marking.awarded.map((one) => one.marks))) {
    const ids = marking.awarded.filter((one) => one.marks === marks).map((one) => one.questionId)
    await execute(
      'UPDATE quiz_answers SET awarded_marks = :marks WHERE attempt_id = :attemptId AND question_id IN (:ids)',
      { attemptId, marks, ids },
    )
  }
}
