import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { type PublishQuizRefusal, publishQuiz } from '~/models/quizzes/publish-quiz.server'
import { isComplete } from '~/models/quizzes/question-draft'
import { questionsOfQuiz } from '~/models/quizzes/question-queries.server'
import { formatInstant } from '~/models/shared/calendar'
import { ConfirmCard } from './__confirm-card'
import { requireOwnQuiz } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Publish quiz')

const obstacles: Record<Exclude<PublishQuizRefusal, 'not-found'>, string> = {
  published: 'It is published already.',
  'no-questions': 'It has no questions yet.',
  'no-correct-option': 'A question has no right option yet.',
  'window-over': 'Its time is already over: set a later end first.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, quiz } = await requireOwnQuiz(context, request, params.id)
  const questions = await questionsOfQuiz(scope, quiz.id)
  const lacking = questions.flatMap((question, index) => (isComplete(question) ? [] : index + 1))
  const obstacle = quiz.published
    ? obstacles.published
    : questions.length === 0
      ? obstacles['no-questions']
      : lacking.length > 0
        ? `These questions have no right option yet: ${lacking.join(', ')}.`
        : quiz.isOver
          ? obstacles['window-over']
          : null
  return {
    id: quiz.publicId,
    title: quiz.title,
    forWhom: `${quiz.className}, ${quiz.sections.map((section) => section.name).join(', ') || 'whole class'}`,
    sum: `${counted(questions.length, 'question')}, ${counted(
      questions.reduce((sum, question) => sum + question.marks, 0),
      'mark',
    )}, ${counted(quiz.durationMinutes, 'minute')}`,
    from: formatInstant(quiz.availableFrom, 'en'),
    until: formatInstant(quiz.availableUntil, 'en'),
    obstacle,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz } = await requireOwnQuiz(context, request, params.id)
  const outcome = await publishQuiz(scope, quiz.publicId)
  if (outcome.ok) {
    const message = 'Students see the quiz now.'
    return redirectWithToast(schoolPaths.quiz(quiz.publicId), { type: 'success', title: 'Updated!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacles[outcome.reason] }, { status: 422 })
}

export default function PublishQuizPage() {
  const { id, title, forWhom, sum, from, until, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const reason = obstacle ?? refused?.obstacle ?? null
  return (
    <>
      <PageHead title={`Publish ${title}?`} context={forWhom} />
      <ConfirmCard
        obstacle={reason === null ? null : { title: `${title} cannot be published`, text: reason }}
        submit="Publish quiz"
        busyText="Publishing..."
        backHref={schoolPaths.quiz(id)}
      >
        <p>{`${sum}. Students can begin it from ${from} until ${until}.`}</p>
        <p>Once a student has begun, its questions are fixed.</p>
      </ConfirmCard>
    </>
  )
}
