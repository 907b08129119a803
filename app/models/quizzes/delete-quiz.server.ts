import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { sectionWords } from './quiz-audience.server'
import { lockQuiz } from './quiz-queries.server'

/** Deletes a quiz with its questions; one that anybody has begun stays ('begun'). */
export async function deleteQuiz(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'begun'>> {
  return inTransaction(async () => {
    const quiz = await lockQuiz(scope, publicId, 'alone')
    if (!quiz) return refused('not-found')
    if (quiz.attempts > 0) return refused('begun')
    await execute('DELETE FROM quizzes WHERE school_id = :schoolId AND id = :id', {
      schoolId: scope.schoolId,
      id: quiz.id,
    })
    const details = {
      title: quiz.title,
      class: quiz.className,
      sections: sectionWords(quiz.sections),
      session: quiz.sessionName,
    }
    await recordAudit(scope, { action: 'quiz.deleted', subject: { kind: 'quiz', id: quiz.id }, details })
    return done()
  })
}
