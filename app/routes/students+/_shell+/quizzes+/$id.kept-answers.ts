import type { ActionFunctionArgs } from '@remix-run/node'
import { callAnswer, callingStudent, notAllowed } from '~/http/student-call.server'
import { m } from '~/language/paraglide/messages'
import { shortAnswerLength } from '~/models/quizzes/options'
import { saveAnswers } from '~/models/quizzes/save-answers.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { readAnswers } from './__quiz-answers.server'

/** There is nothing to read here. */
export const loader = () => notAllowed('POST')

/** The background save of a running quiz: the form of its page, answered with the seconds that are left. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  // The page keeps the answers, and says that the student must sign in: a login page would be no answer to it.
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
