import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { windowOf } from '~/http/quiz-page.server'
import { callAnswer, changingStudent, notAllowed } from '~/http/student-call.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { findOwnQuiz, findQuizToTake } from '~/models/learning/quizzes/take/own-quizzes.server'
import { startQuiz } from '~/models/learning/quizzes/take/start-quiz.server'
import { openAttemptOfCall, questionOfCall, quizOfCall } from './__quiz-calls.server'

/** Answers 405 to a student with a valid session and token: this call accepts only POST. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await changingStudent(context, request)
  return student instanceof Response ? student : notAllowed('POST')
}

/** Starts a quiz, or continues the open attempt: 409 means already attempted, 422 outside its window. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const student = await changingStudent(context, request)
  if (student instanceof Response) return student
  const { id } = params
  if (!isPublicId(id)) return callAnswer({ message: m.quizzes_not_found() }, 404)
  const outcome = await startQuiz(student.scope, id)
  if (!outcome.ok) {
    if (outcome.reason === 'already-submitted') return callAnswer({ message: m.quizzes_was_submitted() }, 409)
    return outcome.reason === 'not-found'
      ? callAnswer({ message: m.quizzes_not_found() }, 404)
      : outsideWindow(student.scope, id, outcome.reason)
  }
  const quizToTake = await findQuizToTake(student.scope, id)
  if (quizToTake?.quiz.state !== 'running') return callAnswer({ message: m.quizzes_was_submitted() }, 409)
  const { quiz, questions } = quizToTake
  return callAnswer(
    {
      quiz: { ...quizOfCall(quiz), questions: questions.map(questionOfCall) },
      attempt: openAttemptOfCall(quiz, questions),
    },
    200,
  )
}

async function outsideWindow(scope: StudentScope, id: string, reason: 'too-early' | 'too-late'): Promise<Response> {
  const quiz = await findOwnQuiz(scope, id)
  if (!quiz) return callAnswer({ message: m.quizzes_not_found() }, 404)
  const { opens, closes } = windowOf(quiz)
  const message = reason === 'too-early' ? m.quizzes_too_early({ time: opens }) : m.quizzes_too_late({ time: closes })
  return callAnswer({ message }, 422)
}
