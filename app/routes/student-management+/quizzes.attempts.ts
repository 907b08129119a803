import type { LoaderFunctionArgs } from '@remix-run/node'
import { callAnswer, callingStudent, notAllowed } from '~/http/student-call.server'
import { pageOf } from '~/models/core/shared/paging'
import { listOwnAttempts } from '~/models/learning/quizzes/take/own-attempts.server'
import { attemptOfCall } from './__quiz-calls.server'

/** Lists the student's attempts by page, newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await callingStudent(context, request)
  if (student instanceof Response) return student
  const list = await listOwnAttempts(student.scope, { page: pageOf(new URL(request.url).searchParams) })
  return callAnswer({ data: list.rows.map(attemptOfCall), current_page: list.page, last_page: list.pages }, 200)
}

export const action = () => notAllowed('GET')
