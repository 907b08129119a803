import { insertRows } from '~/database/bulk.server'
import type { Tx } from '~/database/connection.server'
import { newPublicId } from '~/models/shared/public-id.server'

/** Writes the options and accepted answers of a question that has none, in their order. */
export async function writeChoices(
  questionId: number,
  choices: { options: ReadonlyArray<{ text: string; isCorrect: boolean }>; answers: readonly string[] },
  tx: Tx,
): Promise<void> {
  await insertRows(
    'quiz_options',
    ['public_id', 'question_id', 'position', 'option_text', 'is_correct'],
    choices.options.map(({ text, isCorrect }, index) => [
      newPublicId(),
      questionId,
      index + 1,
      text,
      isCorrect ? 1 : 0,
    ]),
    tx,
  )
  await insertRows(
    'quiz_accepted_answers',
    ['question_id', 'position', 'answer_text'],
    choices.answers.map((text, index) => [questionId, index + 1, text]),
    tx,
  )
}
