import { inTransaction, selectRow } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { PostedAnswer } from './attempt-rules'
import { closeHeldAttempt, secondsLeft } from './close-attempt.server'
import { type AnswerRefusal, lockOwnAttempt, writeAnswers } from './write-answers.server'

export type SaveRefusal = AnswerRefusal | 'not-started' | 'already-submitted'

/**
 * Saves answers of an open attempt and returns the seconds left. The last save of a question counts. After the
 * deadline, closes the attempt with the answers saved until then and refuses `already-submitted`.
 */
export async function saveAnswers(scope: StudentScope, quizId: string, postedAnswers: readonly PostedAnswer[]) {
  const outcome = await inTransaction(async (): Promise<Outcome<{ secondsLeft: number } | null, SaveRefusal>> => {
    const attempt = await lockOwnAttempt(scope, quizId)
    if (!attempt) return refused('not-started')
    if (attempt.closedBy) return refused('already-submitted')
    if (attempt.isExpired) {
      await closeHeldAttempt(scope, attempt, 'deadline')
      return done(null)
    }
    const refusal = await writeAnswers(scope, attempt, postedAnswers)
    if (refusal) return refused(refusal)
    const left = await selectRow({ secondsLeft }, 'FROM quiz_attempts t WHERE t.id = :id', { id: attempt.id })
    return done({ secondsLeft: Math.max(0, left?.secondsLeft ?? 0) })
  })
  if (!outcome.ok) return outcome
  // Refuses after the transaction, as a refusal inside it would roll back the closing.
  return outcome.value ? done(outcome.value) : refused('already-submitted')
}
