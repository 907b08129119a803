import { insertRows, inTransaction, selectOne } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type AudienceRefusal, findQuizAudience, sectionWords } from './quiz-audience.server'
import type { NewQuizFields } from './quiz-schema'
import { Quiz } from './tables.server'

/**
 * Makes a draft of a quiz and answers its public id; the same form has one effect. A teacher (`ownSectionIds`) makes it for own sections
 * of the current session only.
 */
export async function createQuiz(
  scope: SchoolScope,
  fields: NewQuizFields,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<string, AudienceRefusal>> {
  const publicId = newPublicId()
  try {
    return await inTransaction(async () => {
      const found = await findQuizAudience(scope, fields, ownSectionIds)
      if (!found.ok) return found
      const { session, class: ofClass, sections, ...place } = found.value
      const quiz = await Quiz.create({
        publicId,
        schoolId: scope.schoolId,
        academicSessionId: session.id,
        classId: ofClass.id,
        ...place,
        title: fields.title,
        description: fields.description || null,
        durationMinutes: fields.duration_minutes,
        createdBy: scope.actor.id,
        formKey: fields.form_key,
      })
      await writeSections(scope, quiz.id, sections)
      const details = {
        title: fields.title,
        class: ofClass.name,
        sections: sectionWords(sections),
        session: session.name,
      }
      await recordAudit(scope, { action: 'quiz.created', subject: { kind: 'quiz', id: quiz.id }, details })
      return done(publicId)
    })
  } catch (error) {
    if (violatedUniqueKey(error) !== 'quizzes_form_key') throw error
    return done((await quizOfForm(scope, fields.form_key)) ?? publicId)
  }
}

/** Says whom a quiz is for. */
export async function writeSections(
  scope: SchoolScope,
  quizId: number,
  sections: ReadonlyArray<{ id: number }>,
): Promise<void> {
  const rows = sections.map(({ id }) => [scope.schoolId, quizId, id])
  await insertRows('quiz_sections', ['school_id', 'quiz_id', 'section_id'], rows)
}

/** The public id of the quiz that a form has made. */
export async function quizOfForm(scope: SchoolScope, formKey: string): Promise<string | null> {
  const first = await selectOne<{ publicId: string }>(
    'SELECT public_id AS publicId FROM quizzes WHERE school_id = :schoolId AND form_key = :formKey',
    { schoolId: scope.schoolId, formKey },
  )
  return first?.publicId ?? null
}
