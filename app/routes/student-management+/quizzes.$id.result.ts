import type { LoaderFunctionArgs } from '@remix-run/node'
import { callAnswer, callingStudent, notAllowed } from '~/http/student-call.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findOwnQuizResult } from '~/models/learning/quizzes/take/own-result.server'
import { resultOfCall } from './__quiz-calls.server'

/** The result of the student's attempt; 409 while it runs. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const student = await callingStudent(context, request)
  if (student instanceof Response) return student
  const result = isPublicId(params.id) ? await findOwnQuizResult(student.scope, params.id) : null
  if (result === 'running') return callAnswer({ message: m.quizzes_still_running() }, 409)
  return result ? callAnswer(resultOfCall(result), 200) : callAnswer({ message: m.quizzes_not_found() }, 404)
}

export const action = () => notAllowed('GET')
