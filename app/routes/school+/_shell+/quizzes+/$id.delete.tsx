import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { deleteQuiz } from '~/models/quizzes/delete-quiz.server'
import { requireOwnQuiz } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Delete quiz')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { quiz } = await requireOwnQuiz(context, request, params.id)
  return {
    id: quiz.publicId,
    title: quiz.title,
    obstacle:
      quiz.attempts === 0
        ? null
        : `${counted(quiz.attempts, 'student has', 'students have')} begun it: it cannot be deleted.`,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz } = await requireOwnQuiz(context, request, params.id)
  const outcome = await deleteQuiz(scope, quiz.publicId)
  if (outcome.ok) return redirectWithToast(schoolPaths.quizzes, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data(
    { status: 'error' as const, obstacle: 'A student has begun it since: it cannot be deleted.' },
    { status: 422 },
  )
}

export default function DeleteQuizPage() {
  const { id, title, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={title}
      consequence="Nobody has begun it. It will be deleted permanently, with its questions."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.quiz(id)}
    />
  )
}
