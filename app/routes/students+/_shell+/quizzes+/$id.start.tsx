import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageTitle, paths } from '~/http/paths'
import { quizPage } from '~/http/quiz-page.server'
import { foundOr404, requireStudentInPerson, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { startQuiz } from '~/models/learning/quizzes/take/start-quiz.server'
import { QuizIntro } from './__quiz-intro'

export const handle = pageTitle<{ title: string } | undefined>((data) => data?.title ?? m.quizzes_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { taking, ...quiz } = await quizPage(scope, params.id)
  if (taking) throw redirect(paths.student.quiz(quiz.id))
  return quiz
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await startQuiz(scope, id)
  if (outcome.ok) return seeOther(paths.student.quiz(id))
  if (outcome.reason === 'already-submitted') return seeOther(paths.student.quizResult(id))
  foundOr404(outcome.reason === 'not-found' ? null : id)
  // Too early or too late: the page shows which, with the time.
  return data({ status: 'error' as const }, { status: 422 })
}

export default function StartQuizPage() {
  const quiz = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>() !== undefined
  return <QuizIntro quiz={quiz} refused={refused} />
}
