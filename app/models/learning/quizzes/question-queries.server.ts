import { number, select, selectOne, selectRows, text, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
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
  const choices = await select<{
    questionId: number
    publicId: string | null
    text: string
    isCorrect: number | null
    position: number
  }>(
    `SELECT o.question_id AS questionId, o.public_id AS publicId, o.option_text AS text, o.is_correct AS isCorrect, o.position
     FROM quiz_questions n JOIN quiz_options o ON o.question_id = n.id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId
     UNION ALL SELECT w.question_id, NULL, w.answer_text, NULL, w.position
     FROM quiz_questions n JOIN quiz_accepted_answers w ON w.question_id = n.id
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId ORDER BY questionId, position`,
    values,
  )
  return questions.map((question) => {
    const own = choices.filter((choice) => choice.questionId === question.id)
    return {
      ...question,
      options: own.flatMap(({ publicId, text, isCorrect }) =>
        publicId === null ? [] : [{ publicId, text, isCorrect: Number(isCorrect) === 1 }],
      ),
      answers: own.flatMap(({ publicId, text }) => (publicId === null ? [text] : [])),
    }
  })
}

export type QuestionRecord = Awaited<ReturnType<typeof questionsOfQuiz>>[number]

/** Updates the quiz's version and time of the last save. */
export const touchQuizSql = `UPDATE quizzes SET version = version + 1, updated_at = UTC_TIMESTAMP(3)
  WHERE school_id = :schoolId AND id = :id`

/** Returns the number of questions of a quiz and the next position. */
export async function nextPosition(scope: SchoolScope, quizId: number): Promise<{ count: number; next: number }> {
  const row = await selectOne<{ count: number; next: number }>(
    `SELECT COUNT(*) AS count, CAST(COALESCE(MAX(position), 0) + 1 AS SIGNED) AS next FROM quiz_questions
     WHERE school_id = :schoolId AND quiz_id = :quizId`,
    { schoolId: scope.schoolId, quizId },
  )
  return row ?? { count: 0, next: 1 }
}
