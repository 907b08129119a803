import type { ActionFunctionArgs } from '@remix-run/node'
import { callAnswer, callingStudent, notAllowed } from '~/http/student-call.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { shortAnswerLength } from '~/models/learning/quizzes/options'
import { saveAnswers } from '~/models/learning/quizzes/take/save-answers.server'
import { readAnswers } from './__quiz-answers.server'

export const loader = () => notAllowed('POST')

/** Saves the form of a running quiz in the background; returns the seconds left. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  // Answers 401 instead of redirecting: the page's script keeps the answers and asks the student to sign in.
  const student = await callingStudent(context, request)
  if (student instanceof Response) return student
  if (!isPublicId(params.id)) return callAnswer({ message: m.quizzes_not_found() }, 404)
  const { answers } = await readAnswers(request)
  const outcome = await saveAnswers(student.scope, params.id, answers)
  if (outcome.ok) return callAnswer({ seconds_left: outcome.value.secondsLeft }, 200)
  switch (outcome.reason) {
    case 'not-started':
      return callAnswer({ message: m.quizzes_not_found() }, 404)
    case 'already-submitted':
      return callAnswer({ message: m.quizzes_over() }, 409)
    case 'too-long':
      return callAnswer({ message: m.quizzes_too_long({ count: shortAnswerLength }) }, 422)
    case 'unknown-answer':
      return callAnswer({ message: m.quizzes_unknown_answer() }, 422)
  }
}
