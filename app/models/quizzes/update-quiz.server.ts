import { execute, inTransaction, selectOne } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { writeSections } from './create-quiz.server'
import { type AudienceRefusal, findQuizAudience, sectionWords } from './quiz-audience.server'
import { lockQuiz, type QuizRecord } from './quiz-queries.server'
import type { BegunQuizFields, QuizFields } from './quiz-schema'
import { instantInIndia } from './window-rules'

type Stale = 'not-found' | 'changed-meanwhile'
export type UpdateQuizRefusal = Stale | 'begun' | 'window-over' | AudienceRefusal
export type UpdateBegunQuizRefusal = Stale | 'not-begun' | 'end-before-now' | 'review-open'

/** The quiz, locked; somebody who saves over a newer version that they have not seen is asked first. */
async function lockForChange(
  scope: SchoolScope,
  publicId: string,
  seen: { version: number; seen_version?: number | undefined },
): Promise<Outcome<QuizRecord, Stale>> {
  const quiz = await lockQuiz(scope, publicId, 'alone')
  if (!quiz) return refused('not-found')
  return quiz.version === (seen.seen_version ?? seen.version) ? done(quiz) : refused('changed-meanwhile')
}

/**
 * Changes a quiz that nobody has begun ('begun'). A published one keeps a window that is still to end ('window-over').
 */
export async function updateQuiz(
  scope: SchoolScope,
  publicId: string,
  fields: QuizFields,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<undefined, UpdateQuizRefusal>> {
  return inTransaction(async () => {
    const locked = await lockForChange(scope, publicId, fields)
    if (!locked.ok) return locked
    const quiz = locked.value
    if (quiz.attempts > 0) return refused('begun')
    const found = await findQuizAudience(scope, fields, ownSectionIds)
    if (!found.ok) return found
    const { session, class: ofClass, sections, subjectId, availableFrom, availableUntil } = found.value
    const changed = await execute(
      `UPDATE quizzes SET academic_session_id = :sessionId, class_id = :classId, subject_id = :subjectId, title = :title,
         description = :description, duration_minutes = :minutes, available_from = :availableFrom,
         available_until = :availableUntil, version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND (published_at IS NULL OR :availableUntil > UTC_TIMESTAMP(3))`,
      {
        schoolId: scope.schoolId,
        id: quiz.id,
        sessionId: session.id,
        classId: ofClass.id,
        subjectId,
        title: fields.title,
        description: fields.description || null,
        minutes: fields.duration_minutes,
        availableFrom,
        availableUntil,
      },
    )
    if (changed === 0) return refused('window-over')
    await execute('DELETE FROM quiz_sections WHERE school_id = :schoolId AND quiz_id = :id', {
      schoolId: scope.schoolId,
      id: quiz.id,
    })
    await writeSections(scope, quiz.id, sections)
    const details = {
      before: quiz.title,
      title: fields.title,
      class: ofClass.name,
      sections: sectionWords(sections),
      session: session.name,
    }
    await recordAudit(scope, { action: 'quiz.updated', subject: { kind: 'quiz', id: quiz.id }, details })
    return done()
  })
}

/**
 * Changes what may change once somebody has begun: title, description, and when the window ends, though to no moment that is over
 * ('end-before-now'), and not once it has ended and somebody has handed in: their review shows what is right, and whoever has not begun
 * would start with the answers in hand ('review-open'). An attempt that runs keeps the deadline it began with.
 */
export async function updateBegunQuiz(
  scope: SchoolScope,
  publicId: string,
  fields: BegunQuizFields,
): Promise<Outcome<undefined, UpdateBegunQuizRefusal>> {
  return inTransaction(async () => {
    const locked = await lockForChange(scope, publicId, fields)
    if (!locked.ok) return locked
    const quiz = locked.value
    if (quiz.attempts === 0) return refused('not-begun')
    const availableUntil = instantInIndia(fields.until_day, fields.until_time)
    if (!availableUntil) throw new RangeError('The form has checked day and time')
    // The form knows no seconds: who leaves the end alone leaves it alone to the millisecond.
    const isSame = Math.floor(availableUntil.getTime() / 60_000) === Math.floor(quiz.availableUntil.getTime() / 60_000)
    const changed = await execute(
      `UPDATE quizzes SET title = :title, description = :description,
         available_until = IF(:isSame = 1, available_until, :availableUntil), version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND (:isSame = 1
         OR (:availableUntil > UTC_TIMESTAMP(3) AND :availableUntil > available_from AND NOT ${isReviewOpen}))`,
      {
        schoolId: scope.schoolId,
        id: quiz.id,
        title: fields.title,
        description: fields.description || null,
        availableUntil,
        isSame: isSame ? 1 : 0,
      },
    )
    if (changed === 0) return refused((await hasOpenReview(scope, quiz.id)) ? 'review-open' : 'end-before-now')
    const until = `${fields.until_day} ${fields.until_time}`
    const details = { before: quiz.title, title: fields.title, class: quiz.className, until: isSame ? null : until }
    await recordAudit(scope, { action: 'quiz.updated', subject: { kind: 'quiz', id: quiz.id }, details })
    return done()
  })
}

/** SQL: the window of the row of `quizzes` has ended and an attempt at it is over, so that its answers are shown. */
const isReviewOpen = `(available_until <= UTC_TIMESTAMP(3) AND EXISTS (SELECT 1 FROM quiz_attempts m WHERE m.quiz_id = quizzes.id
  AND (m.submitted_at IS NOT NULL OR m.deadline_at <= UTC_TIMESTAMP(3))))`

async function hasOpenReview(scope: SchoolScope, quizId: number): Promise<boolean> {
  const found = await selectOne(
    `SELECT 1 FROM quizzes WHERE school_id = :schoolId AND id = :quizId AND ${isReviewOpen}`,
    { schoolId: scope.schoolId, quizId },
  )
  return found !== null
}
