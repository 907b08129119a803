import { execute, exists, insertRows, inTransaction, selectRows } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { isComplete } from './question-draft'
import { questionsOfQuiz } from './question-queries.server'
import { findQuizAudience, sectionWords } from './quiz-audience.server'
import { type begunQuizForm, checkWindow, copyQuizForm, quizForm } from './quiz-fields'
import { findQuiz, lockQuiz, type QuizRecord } from './quiz-queries.server'
import { Quiz, QuizQuestion } from './tables.server'
import { instantInIndia } from './take/window-rules'
import { writeChoices } from './write-choices.server'

export const quizSchema = schemaOf(quizForm, checkWindow)
export const copyQuizSchema = schemaOf(copyQuizForm, checkWindow)

/** Row ids of the sections that a teacher may use; null for the office, which may use all. */
type OwnSectionIds = readonly number[] | null

/**
 * Runs in the caller's transaction: records a change of a quiz (`quiz.created`, `quiz.published` …) in the audit log.
 */
const recordQuizAudit = (
  scope: SchoolScope,
  id: number,
  verb: string,
  details: Parameters<typeof recordAudit>[1]['details'],
) => recordAudit(scope, { action: `quiz.${verb}`, subject: { kind: 'quiz', id }, details })

const auditFactsOf = ({ title, className, sections, sessionName }: QuizRecord) => ({
  title,
  class: className,
  sections: sectionWords(sections),
  session: sessionName,
})

/**
 * Creates a draft of a quiz and returns its public id; once per form key. A teacher may use only their own sections
 * (`ownSectionIds`) of the current session.
 */
export function createQuiz(
  scope: SchoolScope,
  formKey: string,
  values: ValuesOf<typeof quizForm>,
  ownSectionIds: OwnSectionIds,
) {
  return createOnce({ table: Quiz, scope, formKey, taken: {} }, async () => {
    const audience = await findQuizAudience(scope, values, ownSectionIds)
    if (!audience.ok) return audience
    const { title, description, durationMinutes } = values
    return done(await writeQuiz(scope, { title, description, durationMinutes, formKey }, audience.value, 'created'))
  })
}

type Audience = Extract<Awaited<ReturnType<typeof findQuizAudience>>, { ok: true }>['value']
type QuizWords = { title: string; description: string | null; durationMinutes: number; formKey: string }

/** Runs in the caller's transaction: creates a draft, with the questions of `copiedFrom`, and returns its public id. */
async function writeQuiz(
  scope: SchoolScope,
  words: QuizWords,
  { session, class: ofClass, sections, ...window }: Audience,
  verb: 'created' | 'copied',
  copiedFrom?: QuizRecord,
): Promise<string> {
  const ids = { publicId: newPublicId(), schoolId: scope.schoolId, academicSessionId: session.id, classId: ofClass.id }
  const quiz = await Quiz.create({ ...words, ...ids, ...window, createdBy: scope.actor.id })
  await writeSections(scope, quiz.id, sections)
  if (copiedFrom) await copyQuestions(scope, copiedFrom.id, quiz.id)
  await recordQuizAudit(scope, quiz.id, verb, {
    title: words.title,
    ...(copiedFrom ? { from: copiedFrom.title } : {}),
    class: ofClass.name,
    sections: sectionWords(sections),
    session: session.name,
  })
  return ids.publicId
}

function writeSections(scope: SchoolScope, quizId: number, sections: ReadonlyArray<{ id: number }>) {
  const rows = sections.map(({ id }) => [scope.schoolId, quizId, id])
  return insertRows('quiz_sections', ['school_id', 'quiz_id', 'section_id'], rows)
}

/**
 * Creates a draft with the same questions for another class, section or session, and returns its public id; once per
 * form key. The window must be at least as long as the quiz ('window-too-short').
 */
export function copyQuiz(
  scope: SchoolScope,
  publicId: string,
  formKey: string,
  values: ValuesOf<typeof copyQuizForm>,
  ownSectionIds: OwnSectionIds,
) {
  return createOnce({ table: Quiz, scope, formKey, taken: {} }, async () => {
    const quiz = await findQuiz(scope, publicId)
    if (!quiz) return refused('not-found')
    const audience = await findQuizAudience(scope, { ...values, subject: null }, ownSectionIds)
    if (!audience.ok) return audience
    const { availableFrom, availableUntil } = audience.value
    const minutes = (availableUntil.getTime() - availableFrom.getTime()) / 60_000
    if (minutes < quiz.durationMinutes) return refused('window-too-short')
    const { description, durationMinutes, subjectId } = quiz
    const words = { title: values.title, description, durationMinutes, formKey }
    return done(await writeQuiz(scope, words, { ...audience.value, subjectId }, 'copied', quiz))
  })
}

/** Copies questions with their options to a new quiz, in a fixed number of statements. */
async function copyQuestions(scope: SchoolScope, fromId: number, toId: number): Promise<void> {
  const questions = (await questionsOfQuiz(scope, fromId)).map((one) => ({ ...one, publicId: newPublicId() }))
  const now = new Date()
  await insertRows(
    'quiz_questions',
    ['public_id', 'school_id', 'quiz_id', 'position', 'type', 'question_text', 'marks', 'created_at', 'updated_at'],
    questions.map((one) => [
      ...[one.publicId, scope.schoolId, toId, one.position, one.type, one.text, one.marks],
      ...[now, now],
    ]),
  )
  const newQuestions = await selectRows(
    columnsOf(QuizQuestion, 'n', 'id', 'publicId'),
    'FROM quiz_questions n WHERE n.school_id = :schoolId AND n.quiz_id = :toId',
    { schoolId: scope.schoolId, toId },
  )
  const byPublicId = new Map(questions.map((question) => [question.publicId, question]))
  const choices = newQuestions.flatMap(({ id, publicId }) => {
    const question = byPublicId.get(publicId)
    return question ? [{ questionId: id, options: question.options, answers: question.answers }] : []
  })
  await writeChoices(choices)
}

/** Locks the quiz; refuses `changed` when it was saved after the form was loaded. */
async function lockForChange(scope: SchoolScope, publicId: string, version: number) {
  const quiz = await lockQuiz(scope, publicId, 'alone')
  if (!quiz) return refused('not-found')
  return quiz.version === version ? done(quiz) : refused('changed')
}

/**
 * Updates a quiz. Refuses 'begun' when a student has started it, and 'window-over' for a published one whose new window
 * has already ended.
 */
export function updateQuiz(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { title, description, durationMinutes, ...requestedAudience }: ValuesOf<typeof quizForm>,
  ownSectionIds: OwnSectionIds,
) {
  return inTransaction(async () => {
    const locked = await lockForChange(scope, publicId, version)
    if (!locked.ok) return locked
    const quiz = locked.value
    if (quiz.attempts > 0) return refused('begun')
    const audience = await findQuizAudience(scope, requestedAudience, ownSectionIds)
    if (!audience.ok) return audience
    const { session, class: ofClass, sections, subjectId, availableFrom, availableUntil } = audience.value
    const quizKey = { schoolId: scope.schoolId, id: quiz.id }
    const changed = await execute(
      `UPDATE quizzes SET academic_session_id = :sessionId, class_id = :classId, subject_id = :subjectId, title = :title,
         description = :description, duration_minutes = :durationMinutes, available_from = :availableFrom,
         available_until = :availableUntil, version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND (published_at IS NULL OR :availableUntil > UTC_TIMESTAMP(3))`,
      {
        ...quizKey,
        title,
        description,
        durationMinutes,
        subjectId,
        availableFrom,
        availableUntil,
        sessionId: session.id,
        classId: ofClass.id,
      },
    )
    if (changed === 0) return refused('window-over')
    await execute('DELETE FROM quiz_sections WHERE school_id = :schoolId AND quiz_id = :id', quizKey)
    await writeSections(scope, quiz.id, sections)
    const facts = { title, class: ofClass.name, sections: sectionWords(sections), session: session.name }
    await recordQuizAudit(scope, quiz.id, 'updated', { before: quiz.title, ...facts })
    return done()
  })
}

/**
 * Updates title, description and end of the window of a started quiz. A running attempt keeps its deadline. A new end
 * must be in the future ('end-before-now'). The end is fixed once the window is over and an attempt has ended, because
 * students then see the right answers ('review-open').
 */
export function updateBegunQuiz(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { title, description, untilDay, untilTime }: ValuesOf<typeof begunQuizForm>,
) {
  return inTransaction(async () => {
    const locked = await lockForChange(scope, publicId, version)
    if (!locked.ok) return locked
    const quiz = locked.value
    if (quiz.attempts === 0) return refused('not-begun')
    const availableUntil = instantInIndia(untilDay, untilTime)
    if (!availableUntil) throw new RangeError('The form should have rejected this day and time')
    // The form has no seconds, so an unchanged end keeps its stored milliseconds.
    const isEndUnchanged =
      Math.floor(availableUntil.getTime() / 60_000) === Math.floor(quiz.availableUntil.getTime() / 60_000)
    const changed = await execute(
      `UPDATE quizzes SET title = :title, description = :description,
         available_until = IF(:isSame = 1, available_until, :availableUntil), version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND (:isSame = 1
         OR (:availableUntil > UTC_TIMESTAMP(3) AND :availableUntil > available_from AND NOT ${isReviewOpenSql}))`,
      { schoolId: scope.schoolId, id: quiz.id, title, description, availableUntil, isSame: isEndUnchanged ? 1 : 0 },
    )
    if (changed === 0) return refused((await hasOpenReview(scope, quiz.id)) ? 'review-open' : 'end-before-now')
    const until = isEndUnchanged ? null : `${untilDay} ${untilTime}`
    await recordQuizAudit(scope, quiz.id, 'updated', { before: quiz.title, title, class: quiz.className, until })
    return done()
  })
}

/** SQL condition: the window of the quiz has ended and an attempt is over, so that its answers are visible. */
const isReviewOpenSql = `(available_until <= UTC_TIMESTAMP(3) AND EXISTS (SELECT 1 FROM quiz_attempts m WHERE m.quiz_id = quizzes.id
  AND (m.submitted_at IS NOT NULL OR m.deadline_at <= UTC_TIMESTAMP(3))))`

function hasOpenReview({ schoolId }: SchoolScope, quizId: number): Promise<boolean> {
  return exists(`FROM quizzes WHERE school_id = :schoolId AND id = :quizId AND ${isReviewOpenSql}`, {
    schoolId,
    quizId,
  })
}

/** Deletes a quiz with its questions. Refuses 'begun' when a student has started it. */
export function deleteQuiz(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found' | 'begun'>> {
  return inTransaction(async () => {
    const quiz = await lockQuiz(scope, publicId, 'alone')
    if (!quiz) return refused('not-found')
    if (quiz.attempts > 0) return refused('begun')
    await Quiz.destroy({ where: { id: quiz.id, schoolId: scope.schoolId } })
    await recordQuizAudit(scope, quiz.id, 'deleted', auditFactsOf(quiz))
    return done()
  })
}

/**
 * Publishes a quiz, so that students can start it within its window. Refuses a quiz without questions ('no-questions'),
 * with a choice question that has no right option ('no-correct-option'), or with a window that has already ended by the
 * database's clock ('window-over').
 */
export function publishQuiz(scope: SchoolScope, publicId: string) {
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
    const { session: _, ...facts } = auditFactsOf(quiz)
    const marks = questions.reduce((sum, question) => sum + question.marks, 0)
    await recordQuizAudit(scope, quiz.id, 'published', { ...facts, questions: questions.length, marks })
    return done()
  })
}

/** Turns a published quiz back into a draft. Refuses 'begun' when a student has started it. */
export function withdrawQuiz(scope: SchoolScope, publicId: string) {
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
    await recordQuizAudit(scope, quiz.id, 'withdrawn', { title: quiz.title, class: quiz.className })
    return done()
  })
}
