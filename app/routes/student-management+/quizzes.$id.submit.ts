import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { callAnswer, callBody, changingStudent, notAllowed } from '~/http/student-call.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { shortAnswerLength } from '~/models/learning/quizzes/options'
import type { PostedAnswer } from '~/models/learning/quizzes/take/attempt-rules'
import { type SubmitRefusal, submitAnswers } from '~/models/learning/quizzes/take/submit-answers.server'

const text = z.string().max(5000).nullish()

/**
 * The body of the submit call: `answers`, each a question_id with option_id or answer_text (student specification,
 * section 7).
 */
const answersSchema = z.object({
  answers: z
    .array(z.object({ question_id: z.string().max(40), option_id: text, answer_text: text }))
    .max(200)
    .transform((answers): PostedAnswer[] =>
      answers.map((answer) => ({
        questionId: answer.question_id,
        optionId: answer.option_id ?? null,
        answerText: answer.answer_text ?? null,
      })),
    ),
})

/** Answers 405 to a student with a valid session and token: this call accepts only POST. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await changingStudent(context, request)
  return student instanceof Response ? student : notAllowed('POST')
}

/** Submits a quiz with the answers of the body; 409 if it was already submitted. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const student = await changingStudent(context, request)
  if (student instanceof Response) return student
  if (!isPublicId(params.id)) return callAnswer({ message: m.quizzes_not_found() }, 404)
  const read = await callBody(request)
  if (read instanceof Response) return read
  const parsed = answersSchema.safeParse(read.body)
  if (!parsed.success) return answersWrong(m.quizzes_submit_failed())
  const outcome = await submitAnswers(student.scope, params.id, parsed.data.answers, { byHand: true })
  if (!outcome.ok) return refusal(outcome.reason)
  const { publicId, score, maxScore, toMark } = outcome.value
  return callAnswer(
    { attempt: { id: publicId, quiz_id: params.id, score, max_score: maxScore, provisional: toMark > 0 } },
    200,
  )
}

function refusal(reason: SubmitRefusal): Response {
  switch (reason) {
    case 'not-started':
      return callAnswer({ message: m.quizzes_not_found() }, 404)
    case 'already-submitted':
      return callAnswer({ message: m.quizzes_was_submitted() }, 409)
    case 'nothing-answered':
      return answersWrong(m.quizzes_nothing_answered())
    case 'unknown-answer':
      return answersWrong(m.quizzes_unknown_answer())
    case 'too-long':
      return answersWrong(m.quizzes_too_long({ count: shortAnswerLength }))
  }
}

function answersWrong(message: string): Response {
  return callAnswer({ message, errors: { answers: [message] } }, 422)
}
