import { exists, inTransaction, number, type RowOf, selectRow, text } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { PostedAnswer } from './attempt-rules'
import { closeHeldAttempt } from './close-attempt.server'
import { type AnswerRefusal, lockOwnAttempt, writeAnswers } from './write-answers.server'

const submitted = {
  publicId: text('public_id'),
  score: number('COALESCE(score, 0)'),
  maxScore: number('max_score'),
  /** Unmarked short answers; above 0 the score is provisional. */
  toMark: number('to_mark'),
}

export interface SubmittedAttempt extends RowOf<typeof submitted> {
  /** The time was over: only the answers saved by then were marked. */
  isLate: boolean
}

export type SubmitRefusal = AnswerRefusal | 'not-started' | 'already-submitted' | 'nothing-answered'

/**
 * Submits an attempt: saves the answers sent with it, closes and marks it, all or nothing. After the deadline, only
 * answers saved until then count. `byHand` is true when the student submits: at least one answer is required (SP
 * section 5) and an invalid one is refused. At the end of the countdown, invalid answers are skipped, because no one
 * can correct them. Refuses `already-submitted`, so that a repeat has no effect.
 */
export function submitAnswers(
  scope: StudentScope,
  quizId: string,
  postedAnswers: readonly PostedAnswer[],
  { byHand }: { byHand: boolean },
): Promise<Outcome<SubmittedAttempt, SubmitRefusal>> {
  return inTransaction(async () => {
    const attempt = await lockOwnAttempt(scope, quizId)
    if (!attempt) return refused('not-started')
    if (attempt.closedBy === 'student') return refused('already-submitted')
    const isLate = attempt.closedBy === 'deadline' || attempt.isExpired
    if (!isLate) {
      const refusal = await writeAnswers(scope, attempt, postedAnswers, { passOver: !byHand })
      if (refusal) return refused(refusal)
      if (byHand && !(await isAnswered(attempt.id))) return refused('nothing-answered')
    }
    if (!attempt.closedBy) await closeHeldAttempt(scope, attempt, isLate ? 'deadline' : 'student')
    const closed = await selectRow(submitted, 'FROM quiz_attempts WHERE id = :id', { id: attempt.id })
    if (!closed) throw new Error('The attempt is gone')
    return done({ ...closed, isLate })
  })
}

function isAnswered(attemptId: number): Promise<boolean> {
  return exists('FROM quiz_answers WHERE attempt_id = :attemptId', { attemptId })
}
