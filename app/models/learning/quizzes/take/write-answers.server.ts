import { execute, flag, numberOrNull, selectRow, selectRows, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { isBlank } from '../mark/marking-rules'
import { type QuestionType, shortAnswerLength } from '../options'
import { QuizQuestion } from '../tables.server'
import type { PostedAnswer } from './attempt-rules'
import { type HeldAttempt, heldAttempt } from './close-attempt.server'

const ownHeldAttempt = {
  ...heldAttempt,
  closedBy: wordOf<'student' | 'deadline' | null>('closed_by'),
  /** True once the deadline has passed by the database's clock. */
  isExpired: flag('deadline_at <= UTC_TIMESTAMP(3)'),
}

/** Locks the student's attempt at a quiz, which serializes saving, submitting and closing. */
export function lockOwnAttempt(scope: StudentScope, quizId: string) {
  // Does not lock the quiz's row, because the whole class writes at once.
  return selectRow(
    ownHeldAttempt,
    `FROM quiz_attempts WHERE school_id = :schoolId AND student_id = :studentId
       AND quiz_id = (SELECT id FROM quizzes WHERE school_id = :schoolId AND public_id = :quizId) FOR UPDATE`,
    { schoolId: scope.schoolId, studentId: scope.studentId, quizId },
  )
}

export type AnswerRefusal = 'unknown-answer' | 'too-long'

/**
 * Replaces saved answers; a blank answer deletes the saved one. Refuses without writing when a question or option
 * belongs to another quiz, or a text is too long; `passOver` skips such answers instead. The attempt must be locked.
 */
export async function writeAnswers(
  scope: StudentScope,
  attempt: HeldAttempt,
  postedAnswers: readonly PostedAnswer[],
  { passOver = false }: { passOver?: boolean } = {},
): Promise<AnswerRefusal | null> {
  if (postedAnswers.length === 0) return null
  const questions = await readQuestions(scope, attempt.quizId)
  const writes = new Map<number, { optionId: number | null; text: string | null }>()
  const removals = new Set<number>()
  for (const answer of postedAnswers) {
    const question = questions.get(answer.questionId)
    const write = question ? answerTo(question, answer) : 'unknown-answer'
    if (!question || typeof write === 'string') {
      if (passOver) continue
      return typeof write === 'string' ? write : 'unknown-answer'
    }
    // The last answer to a question counts.
    writes.delete(question.id)
    removals.delete(question.id)
    if (write) writes.set(question.id, write)
    else removals.add(question.id)
  }
  if (removals.size > 0)
    await execute('DELETE FROM quiz_answers WHERE attempt_id = :attemptId AND question_id IN (:ids)', {
      attemptId: attempt.id,
      ids: [...removals],
    })
  if (writes.size > 0) await upsert(attempt.id, [...writes])
  return null
}

interface Question {
  id: number
  type: QuestionType
  /** Row ids of the options by public id. */
  options: Map<string, number>
}

function answerTo(
  question: Question,
  { optionId, answerText }: PostedAnswer,
): { optionId: number | null; text: string | null } | null | AnswerRefusal {
  const text = answerText?.replace(/\r\n/g, '\n').trim() ?? ''
  if (question.type === 'short') {
    if (optionId !== null) return 'unknown-answer'
    if (text.length > shortAnswerLength) return 'too-long'
    return isBlank(text) ? null : { optionId: null, text }
  }
  if (text !== '') return 'unknown-answer'
  if (optionId === null) return null
  const option = question.options.get(optionId)
  return option === undefined ? 'unknown-answer' : { optionId: option, text: null }
}

async function readQuestions(scope: StudentScope, quizId: number): Promise<Map<string, Question>> {
  const rows = await selectRows(
    {
      ...columnsOf(QuizQuestion, 'n', 'id', 'publicId', 'type'),
      optionId: numberOrNull('o.id'),
      optionPublicId: textOrNull('o.public_id'),
    },
    `FROM quiz_questions n LEFT JOIN quiz_options o ON o.question_id = n.id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId`,
    { schoolId: scope.schoolId, quizId },
  )
  const questions = new Map<string, Question>()
  for (const { id, publicId, type, optionId, optionPublicId } of rows) {
    const question = questions.get(publicId) ?? { id, type, options: new Map() }
    if (optionId !== null && optionPublicId !== null) question.options.set(optionPublicId, optionId)
    questions.set(publicId, question)
  }
  return questions
}

async function upsert(
  attemptId: number,
  writes: ReadonlyArray<[questionId: number, write: { optionId: number | null; text: string | null }]>,
): Promise<void> {
  const values: Record<string, string | number | null> = { attemptId }
  const tuples = writes.map(([questionId, { optionId, text }], index) => {
    values[`q${index}`] = questionId
    values[`o${index}`] = optionId
    values[`t${index}`] = text
    return `(:attemptId, :q${index}, :o${index}, :t${index}, UTC_TIMESTAMP(3))`
  })
  await execute(
    `INSERT INTO quiz_answers (attempt_id, question_id, option_id, answer_text, saved_at) VALUES ${tuples.join(', ')}
     ON DUPLICATE KEY UPDATE option_id = VALUES(option_id), answer_text = VALUES(answer_text), saved_at = VALUES(saved_at)`,
    values,
  )
}
