import { insertRows } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'

interface Choices {
  questionId: number
  options: ReadonlyArray<{ text: string; isCorrect: boolean }>
  answers: readonly string[]
}

/** Inserts the options and accepted answers of new questions in order, in two statements. */
export async function writeChoices(questions: readonly Choices[]): Promise<void> {
  await insertRows(
    'quiz_options',
    ['public_id', 'question_id', 'position', 'option_text', 'is_correct'],
    questions.flatMap(({ questionId, options }) =>
      options.map(({ text, isCorrect }, index) => [newPublicId(), questionId, index + 1, text, isCorrect ? 1 : 0]),
    ),
  )
  await insertRows(
    'quiz_accepted_answers',
    ['question_id', 'position', 'answer_text'],
    questions.flatMap(({ questionId, answers }) => answers.map((text, index) => [questionId, index + 1, text])),
  )
}
