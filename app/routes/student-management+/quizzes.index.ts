import type { LoaderFunctionArgs } from '@remix-run/node'
import { listViewOf } from '~/http/route.server'
import { callAnswer, callingStudent, callToken, notAllowed } from '~/http/student-call.server'
import { listOwnQuizzes } from '~/models/learning/quizzes/take/own-quizzes.server'
import { quizOfCall } from './__quiz-calls.server'

/**
 * Lists the student's quizzes by page. Calls that change something must send the `X-CSRF-Token` header of this
 * response.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await callingStudent(context, request)
  if (student instanceof Response) return student
  const { search, page } = listViewOf(request, { sorts: ['next'], filters: {} })
  const list = await listOwnQuizzes(student.scope, { search, page })
  return callAnswer(
    { data: list.rows.map(quizOfCall), current_page: list.page, last_page: list.pages, total: list.total },
    200,
    { 'X-CSRF-Token': await callToken(request) },
  )
}

export const action = () => notAllowed('GET')
