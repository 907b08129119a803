import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockQuiz } from './quiz-queries.server'

/** Makes a published quiz a draft again; one that anybody has begun stays ('begun'). */
export async function withdrawQuiz(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'not-published' | 'begun'>> {
  return inTransaction(async () => {
    const quiz = await lockQuiz(scope, publicId, 'alone')
    if (!quiz) return refused('not-found')
    if (!quiz.published) return refused('not-published')
    if (quiz.attempts > 0) return refused('begun')
    await execute(
      `UPDATE quizzes SET published_at = NULL, version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: quiz.id },
    )
    const details = { title: quiz.title, class: quiz.className }
    await recordAudit(scope, { action: 'quiz.withdrawn', subject: { kind: 'quiz', id: quiz.id }, details })
    return done()
  })
}
