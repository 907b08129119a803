import { flag, number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { QuestionType } from './options'

/** Public columns of the question `n`, without the right answers. */
export const questionColumns = {
  publicId: text('n.public_id'),
  type: wordOf<QuestionType>('n.type'),
  text: text('n.question_text'),
  marks: number('n.marks'),
}

const columns = {
  ...questionColumns,
  id: number('n.id'),
  position: number('n.position'),
  /** Time of the last save in milliseconds; saving over a newer version needs confirmation. */
  version: { sql: 'n.updated_at', read: (stored: unknown) => (stored as Date).getTime() },
}

/**
 * Lists the questions of a quiz in order with their right answers; `answers` are the accepted texts of short answers.
 */
export async function questionsOfQuiz(scope: SchoolScope, quizId: number) {
  const values = { schoolId: scope.schoolId, quizId }
  const questions = await selectRows(
    columns,
    'FROM quiz_questions n WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY n.position, n.id',
    values,
  )
  const choicesOf = await readChoices(scope, quizId)
  return questions.map((question) => ({ ...question, ...choicesOf(question) }))
}

const choice = {
  questionId: number('c.question_id'),
  /** Null for an accepted text. */
  publicId: textOrNull('c.public_id'),
  text: text('c.text'),
  isCorrect: flag('c.is_correct'),
}

/** Reads the options and accepted texts of a quiz; returns a function that picks those of a question, in order. */
export async function readChoices({ schoolId }: SchoolScope | StudentScope, quizId: number) {
  const choices = await selectRows(
    choice,
    `FROM (SELECT o.question_id, o.public_id, o.option_text AS text, o.is_correct, o.position
     FROM quiz_questions n JOIN quiz_options o ON o.question_id = n.id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId
     UNION ALL SELECT w.question_id, NULL, w.answer_text, 1, w.position
     FROM quiz_questions n JOIN quiz_accepted_answers w ON w.question_id = n.id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId) c ORDER BY c.question_id, c.position`,
    { schoolId, quizId },
  )
  return ({ id }: { id: number }) => {
    const ownChoices = choices.filter(({ questionId }) => questionId === id)
    return {
      options: ownChoices.flatMap(({ publicId, text, isCorrect }) =>
        publicId === null ? [] : [{ publicId, text, isCorrect }],
      ),
      answers: ownChoices.flatMap(({ publicId, text }) => (publicId === null ? [text] : [])),
    }
  }
}

export type QuestionRecord = Awaited<ReturnType<typeof questionsOfQuiz>>[number]

/** Updates the quiz's version and time of the last save. */
export const touchQuizSql = `UPDATE quizzes SET version = version + 1, updated_at = UTC_TIMESTAMP(3)
  WHERE school_id = :schoolId AND id = :id`

export async function nextQuestion(scope: SchoolScope, quizId: number): Promise<{ count: number; next: number }> {
  const row = await selectRow(
    { count: number('COUNT(*)'), next: number('COALESCE(MAX(position), 0) + 1') },
    'FROM quiz_questions WHERE school_id = :schoolId AND quiz_id = :quizId',
    { schoolId: scope.schoolId, quizId },
  )
  return row ?? { count: 0, next: 1 }
}
