import { inTransaction, selectOne } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import type { GivenAnswer } from './attempt-rules'
import { closeHeldAttempt } from './close-attempt.server'
import { type AnswerRefusal, lockOwnAttempt, writeAnswers } from './write-answers.server'

export interface SubmittedAttempt {
  publicId: string
  score: number
  maxScore: number
  /** Short answers that wait for the teacher; above 0 the score is provisional. */
  toMark: number
  /** The time was over: what had been saved by then was marked, and not what came with this. */
  isLate: boolean
}

export type SubmitRefusal = AnswerRefusal | 'not-started' | 'already-submitted' | 'nothing-answered'

/**
 * Hands an attempt in: saves the answers that come with it, closes the attempt and marks it, all or nothing. After the deadline what
 * had been saved by then is marked instead. `byHand` asks for one answer at least (SP section 5); the countdown's end does not, and
 * passes over what is no answer to the quiz: nobody can mend it any more.
 * Refuses `already-submitted` for an attempt that the student has handed in before, so a repeat has no second effect.
 */
export function submitAnswers(
  scope: StudentScope,
  quizId: string,
  given: readonly GivenAnswer[],
  { byHand }: { byHand: boolean },
): Promise<Outcome<SubmittedAttempt, SubmitRefusal>> {
  return inTransaction(async () => {
    const attempt = await lockOwnAttempt(scope, quizId)
    if (!attempt) return refused('not-started')
    if (attempt.closedBy === 'student') return refused('already-submitted')
    const isLate = attempt.closedBy === 'deadline' || attempt.isExpired
    if (!isLate) {
      const refusal = await writeAnswers(scope, attempt, given, { passOver: !byHand })
      if (refusal) return refused(refusal)
      if (byHand && !(await isAnswered(attempt.id))) return refused('nothing-answered')
    }
    if (!attempt.closedBy) await closeHeldAttempt(scope, attempt, isLate ? 'deadline' : 'student')
    const closed = await selectOne<Omit<SubmittedAttempt, 'isLate'>>(
      `SELECT public_id AS publicId, CAST(COALESCE(score, 0) AS DOUBLE) AS score, CAST(max_score AS DOUBLE) AS maxScore, to_mark AS toMark
       FROM quiz_attempts WHERE id = :id`,
      { id: attempt.id },
    )
    if (!closed) throw new Error('The attempt is gone')
    return done({ ...closed, isLate })
  })
}

async function isAnswered(attemptId: number): Promise<boolean> {
  return (await selectOne('SELECT 1 FROM quiz_answers WHERE attempt_id = :attemptId LIMIT 1', { attemptId })) !== null
}
