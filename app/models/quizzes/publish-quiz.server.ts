import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { isComplete } from './question-draft'
import { questionsOfQuiz } from './question-queries.server'
import { sectionWords } from './quiz-audience.server'
import { lockQuiz } from './quiz-queries.server'

export type PublishQuizRefusal = 'not-found' | 'published' | 'no-questions' | 'no-correct-option' | 'window-over'

/**
 * Lets the students see a quiz from the start of its window on. It has questions ('no-questions'), each with an option that is right
 * ('no-correct-option'; a short one needs none, a teacher marks it), and its window has not ended by the database's clock ('window-over').
 */
export async function publishQuiz(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, PublishQuizRefusal>> {
  return inTransaction(async () => {
    const quiz = await lockQuiz(scope, publicId, 'alone')
    if (!quiz) return refused('not-found')
    if (quiz.published) return refused('published')
    const questions = await questionsOfQuiz(scope, quiz.id)
    if (questions.length === 0) return refused('no-questions')
    if (!questions.every(isComplete)) return refused('no-correct-option')
    const changed = await execute(
      `UPDATE quizzes SET published_at = UTC_TIMESTAMP(3), version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND available_until > UTC_TIMESTAMP(3)`,
      { schoolId: scope.schoolId, id: quiz.id },
    )
    if (changed === 0) return refused('window-over')
    const details = {
      title: quiz.title,
      class: quiz.className,
      sections: sectionWords(quiz.sections),
      questions: questions.length,
      marks: questions.reduce((sum, question) => sum + question.marks, 0),
    }
    await recordAudit(scope, { action: 'quiz.published', subject: { kind: 'quiz', id: quiz.id }, details })
    return done()
  })
}
