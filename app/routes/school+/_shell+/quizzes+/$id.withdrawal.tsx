import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { withdrawQuiz } from '~/models/quizzes/withdraw-quiz.server'
import { ConfirmCard } from './__confirm-card'
import { requireOwnQuiz } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Withdraw quiz')

const obstacles = {
  'not-published': 'It is not published.',
  begun: 'A student has begun it since. Its end can still be changed.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { quiz } = await requireOwnQuiz(context, request, params.id)
  const begun = `${counted(quiz.attempts, 'student has', 'students have')} begun it. Its end can still be changed.`
  return {
    id: quiz.publicId,
    title: quiz.title,
    obstacle: quiz.attempts > 0 ? begun : quiz.published ? null : obstacles['not-published'],
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz } = await requireOwnQuiz(context, request, params.id)
  const outcome = await withdrawQuiz(scope, quiz.publicId)
  if (outcome.ok) {
    const message = 'Students do not see the quiz any more.'
    return redirectWithToast(schoolPaths.quiz(quiz.publicId), { type: 'success', title: 'Updated!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacles[outcome.reason] }, { status: 422 })
}

export default function WithdrawQuizPage() {
  const { id, title, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const reason = obstacle ?? refused?.obstacle ?? null
  return (
    <>
      <PageHead title={`Withdraw ${title}?`} />
      <ConfirmCard
        obstacle={reason === null ? null : { title: `${title} cannot be withdrawn`, text: reason }}
        submit="Withdraw quiz"
        busyText="Withdrawing..."
        backHref={schoolPaths.quiz(id)}
      >
        <p>It becomes a draft again: students cannot see it until it is published again.</p>
      </ConfirmCard>
    </>
  )
}
