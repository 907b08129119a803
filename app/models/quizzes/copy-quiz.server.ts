import { insertRows, inTransaction, select } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { quizOfForm, writeSections } from './create-quiz.server'
import { questionsOfQuiz } from './question-queries.server'
import { type AudienceRefusal, findQuizAudience, sectionWords } from './quiz-audience.server'
import { findQuiz } from './quiz-queries.server'
import type { CopyQuizFields } from './quiz-schema'
import { Quiz } from './tables.server'
import { writeChoices } from './write-choices.server'

export type CopyQuizRefusal = 'not-found' | 'window-too-short' | AudienceRefusal

/**
 * Makes a draft with the same questions for another class, section or session; answers its public id. The window holds the minutes of
 * the quiz ('window-too-short'). The same form has one effect.
 */
export async function copyQuiz(
  scope: SchoolScope,
  publicId: string,
  fields: CopyQuizFields,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<string, CopyQuizRefusal>> {
  const copyId = newPublicId()
  try {
    return await inTransaction(async () => {
      const quiz = await findQuiz(scope, publicId)
      if (!quiz) return refused('not-found')
      const found = await findQuizAudience(scope, fields, ownSectionIds)
      if (!found.ok) return found
      const { session, class: ofClass, sections, availableFrom, availableUntil } = found.value
      const minutes = (availableUntil.getTime() - availableFrom.getTime()) / 60_000
      if (minutes < quiz.durationMinutes) return refused('window-too-short')
      const copy = await Quiz.create({
        publicId: copyId,
        schoolId: scope.schoolId,
        academicSessionId: session.id,
        classId: ofClass.id,
        subjectId: quiz.subjectId,
        title: fields.title,
        description: quiz.description,
        durationMinutes: quiz.durationMinutes,
        availableFrom,
        availableUntil,
        createdBy: scope.actor.id,
        formKey: fields.form_key,
      })
      await writeSections(scope, copy.id, sections)
      await copyQuestions(scope, quiz.id, copy.id)
      const details = {
        title: fields.title,
        from: quiz.title,
        class: ofClass.name,
        sections: sectionWords(sections),
        session: session.name,
      }
      await recordAudit(scope, { action: 'quiz.copied', subject: { kind: 'quiz', id: copy.id }, details })
      return done(copyId)
    })
  } catch (error) {
    if (violatedUniqueKey(error) !== 'quizzes_form_key') throw error
    return done((await quizOfForm(scope, fields.form_key)) ?? copyId)
  }
}

/** The questions with their choices, in few statements however many there are. */
async function copyQuestions(scope: SchoolScope, fromId: number, toId: number): Promise<void> {
  const questions = (await questionsOfQuiz(scope, fromId)).map((one) => ({ ...one, publicId: newPublicId() }))
  const now = new Date()
  await insertRows(
    'quiz_questions',
    ['public_id', 'school_id', 'quiz_id', 'position', 'type', 'question_text', 'marks', 'created_at', 'updated_at'],
    questions.map(({ publicId, position, type, text, marks }) => [
      publicId,
      scope.schoolId,
      toId,
      position,
      type,
      text,
      marks,
      now,
      now,
    ]),
  )
  const made = await select<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM quiz_questions WHERE school_id = :schoolId AND quiz_id = :toId',
    { schoolId: scope.schoolId, toId },
  )
  const byPublicId = new Map(questions.map((question) => [question.publicId, question]))
  const choices = made.flatMap(({ id, publicId }) => {
    const question = byPublicId.get(publicId)
    return question ? [{ questionId: id, options: question.options, answers: question.answers }] : []
  })
  await writeChoices(choices)
}
