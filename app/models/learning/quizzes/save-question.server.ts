import { createHash } from 'node:crypto'
import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { maxQuestions } from './options'
import { isComplete, type QuestionFields } from './question-draft'
import { nextQuestion, type QuestionRecord, questionsOfQuiz, touchQuizSql } from './question-queries.server'
import { lockQuiz, type QuizRecord } from './quiz-queries.server'
import { QuizQuestion } from './tables.server'
import { writeChoices } from './write-choices.server'

/** Locks a quiz whose questions may still change. Refuses 'begun' when a student has started it. */
async function lockOpen(scope: SchoolScope, quizPublicId: string) {
  const quiz = await lockQuiz(scope, quizPublicId, 'alone')
  if (!quiz) return refused('not-found')
  return quiz.attempts > 0 ? refused('begun') : done(quiz)
}

/**
 * Appends a question to a quiz and returns its public id. Refuses 'begun' when a student has started the quiz,
 * 'too-many' above `maxQuestions`, and 'incomplete' when the quiz is published and the question lacks a right option.
 * Submitting a form twice adds one question if the content is the same, otherwise two.
 */
export async function addQuestion(scope: SchoolScope, quizPublicId: string, fields: QuestionFields, key: string) {
  const formKey = createHash('sha256')
    .update(JSON.stringify([key, fields]))
    .digest('hex')
    .slice(0, 40)
  return inTransaction(async () => {
    const quiz = await lockQuiz(scope, quizPublicId, 'alone')
    if (!quiz) return refused('not-found')
    // A second submit of the form waits at the lock and then finds the question here.
    const first = await QuizQuestion.findOne({ where: { schoolId: scope.schoolId, quizId: quiz.id, formKey } })
    if (first) return done(first.publicId)
    if (quiz.attempts > 0) return refused('begun')
    if (quiz.published && !isComplete(fields)) return refused('incomplete')
    const { count, next } = await nextQuestion(scope, quiz.id)
    if (count >= maxQuestions) return refused('too-many')
    const publicId = newPublicId()
    const ours = { publicId, schoolId: scope.schoolId, quizId: quiz.id, position: next, formKey }
    const { type, text: questionText, marks } = fields
    const createdQuestion = await QuizQuestion.create({ ...ours, type, questionText, marks })
    await writeChoices([{ ...fields, questionId: createdQuestion.id }])
    await execute(touchQuizSql, { schoolId: scope.schoolId, id: quiz.id })
    if (quiz.published) await tell(scope, quiz, 'quiz.question-added', { text: questionText })
    return done(publicId)
  })
}

/**
 * Updates a question of a quiz that no student has started. Overwriting a newer version needs confirmation
 * (`save-conflict`). Audits the change, with the previous text, once the quiz is published.
 */
export async function updateQuestion(
  scope: SchoolScope,
  at: { quiz: string; question: string; version: number },
  fields: QuestionFields,
) {
  return inTransaction(async () => {
    const locked = await lockOpen(scope, at.quiz)
    if (!locked.ok) return locked
    const quiz = locked.value
    const question = (await questionsOfQuiz(scope, quiz.id)).find((one) => one.publicId === at.question)
    if (!question || question.type !== fields.type) return refused('not-found')
    if (question.version !== at.version) return refused('save-conflict')
    if (quiz.published && !isComplete(fields)) return refused('incomplete')
    await execute(
      `UPDATE quiz_questions SET question_text = :text, marks = :marks,
         updated_at = GREATEST(UTC_TIMESTAMP(3), updated_at + INTERVAL 1000 MICROSECOND)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: question.id, text: fields.text, marks: fields.marks },
    )
    await execute('DELETE FROM quiz_options WHERE question_id = :id', { id: question.id })
    await execute('DELETE FROM quiz_accepted_answers WHERE question_id = :id', { id: question.id })
    await writeChoices([{ ...fields, questionId: question.id }])
    await execute(touchQuizSql, { schoolId: scope.schoolId, id: quiz.id })
    if (quiz.published) await tell(scope, quiz, 'quiz.question-changed', question)
    return done()
  })
}

/**
 * Deletes a question of a quiz that no student has started. Refuses 'last' for the only question of a published quiz.
 */
export async function deleteQuestion(scope: SchoolScope, at: { quiz: string; question: string }) {
  return inTransaction(async () => {
    const locked = await lockOpen(scope, at.quiz)
    if (!locked.ok) return locked
    const quiz = locked.value
    const questions = await questionsOfQuiz(scope, quiz.id)
    const question = questions.find((one) => one.publicId === at.question)
    if (!question) return refused('not-found')
    if (quiz.published && questions.length === 1) return refused('last')
    await execute('DELETE FROM quiz_questions WHERE school_id = :schoolId AND id = :id', {
      schoolId: scope.schoolId,
      id: question.id,
    })
    await execute(touchQuizSql, { schoolId: scope.schoolId, id: quiz.id })
    if (quiz.published) await tell(scope, quiz, 'quiz.question-deleted', question)
    return done()
  })
}

/** Moves a question one position up or down; no effect at the end of the list. */
export async function moveQuestion(scope: SchoolScope, at: { quiz: string; question: string; by: 'up' | 'down' }) {
  return inTransaction(async () => {
    const locked = await lockOpen(scope, at.quiz)
    if (!locked.ok) return locked
    const quiz = locked.value
    const questions = await questionsOfQuiz(scope, quiz.id)
    const from = questions.findIndex((one) => one.publicId === at.question)
    if (from < 0) return refused('not-found')
    const to = from + (at.by === 'up' ? -1 : 1)
    const [moved, neighbour] = [questions[from], questions[to]]
    if (!moved || !neighbour) return done()
    const positionSql = `UPDATE quiz_questions SET position = :position WHERE school_id = :schoolId AND id = :id`
    await execute(positionSql, { schoolId: scope.schoolId, id: moved.id, position: neighbour.position })
    await execute(positionSql, { schoolId: scope.schoolId, id: neighbour.id, position: moved.position })
    await execute(touchQuizSql, { schoolId: scope.schoolId, id: quiz.id })
    if (quiz.published) await tell(scope, quiz, 'quiz.question-moved', moved)
    return done()
  })
}

function tell(
  scope: SchoolScope,
  quiz: QuizRecord,
  action: string,
  question: Pick<QuestionRecord, 'text'>,
): Promise<void> {
  const details = { title: quiz.title, class: quiz.className, question: question.text.slice(0, 120) }
  return recordAudit(scope, { action, subject: { kind: 'quiz', id: quiz.id }, details })
}
