import { z } from 'zod'
import type { GivenAnswer } from './attempt-rules'

const text = z.string().max(5000).nullish()

/** The body of the submit call: `answers`, each a question_id with option_id or answer_text (SP section 7). */
export const answersSchema = z.object({
  answers: z
    .array(z.object({ question_id: z.string().max(40), option_id: text, answer_text: text }))
    .max(200)
    .transform((answers): GivenAnswer[] =>
      answers.map((answer) => ({
        questionId: answer.question_id,
        optionId: answer.option_id ?? null,
        answerText: answer.answer_text ?? null,
      })),
    ),
})
