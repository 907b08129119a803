import { data } from '@remix-run/node'
import { readForm } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { shortAnswerLength } from '~/models/learning/quizzes/options'
import type { PostedAnswer } from '~/models/learning/quizzes/take/attempt-rules'

/** Data of a quiz page after a refusal: messages by field, '' for the whole form, and all input as typed. */
export interface AnswerTrouble {
  errors: Array<{ name: string; message: string }>
  typed: Record<string, string>
  /** Title of the request to confirm the submission; pressing the button again confirms. */
  question?: string
}

/**
 * Reads the answers of a posted quiz: `option-<question>` holds an option's id, `text-<question>` a short answer.
 * @throws Response 413, 415, 400
 */
export async function readAnswers(request: Request) {
  const form = await readForm(request)
  const answers: PostedAnswer[] = []
  const typedValues: Record<string, string> = {}
  for (const [name, value] of form) {
    const [, kind, questionId] = /^(option|text)-(.+)$/.exec(name) ?? []
    if (kind === undefined || questionId === undefined || typeof value !== 'string') continue
    typedValues[name] = value
    answers.push({
      questionId,
      optionId: kind === 'option' && value !== '' ? value : null,
      answerText: kind === 'text' ? value : null,
    })
  }
  return { answers, typed: typedValues, form }
}

/** Answers 422. The error for a text that is too long is shown beside its field, other errors for the whole form. */
export function answersRefused(
  reason: 'unknown-answer' | 'too-long' | 'nothing-answered',
  answers: readonly PostedAnswer[],
  typedValues: Record<string, string>,
) {
  return data<AnswerTrouble>({ errors: errorsOf(reason, answers), typed: typedValues }, { status: 422 })
}

/** Asks for confirmation before a quiz with unanswered questions is submitted. */
export function confirmSubmission(count: number, total: number, typedValues: Record<string, string>) {
  const errors = [{ name: '', message: m.quizzes_unanswered({ count, total }) }]
  return data<AnswerTrouble>({ errors, typed: typedValues, question: m.quizzes_submit_all_the_same() }, { status: 422 })
}

function errorsOf(reason: 'unknown-answer' | 'too-long' | 'nothing-answered', answers: readonly PostedAnswer[]) {
  if (reason === 'nothing-answered') return [{ name: '', message: m.quizzes_nothing_answered() }]
  if (reason === 'unknown-answer') return [{ name: '', message: m.quizzes_unknown_answer() }]
  return answers
    .filter(({ answerText }) => isTooLong(answerText))
    .map(({ questionId }) => ({
      name: isPublicId(questionId) ? `text-${questionId}` : '',
      message: m.quizzes_too_long({ count: shortAnswerLength }),
    }))
}

const isTooLong = (text: string | null) => (text ?? '').replace(/\r\n/g, '\n').trim().length > shortAnswerLength
