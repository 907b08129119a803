import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleteQuestion } from '~/models/quizzes/save-question.server'
import { questionsFixed } from './__office-words'
import { requireOwnQuestion } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Delete question')

const obstacles = {
  begun: questionsFixed,
  last: 'A published quiz must keep at least one question: withdraw it first.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { quiz, question, questions } = await requireOwnQuestion(context, request, params)
  return {
    id: quiz.publicId,
    number: questions.indexOf(question) + 1,
    text: question.text,
    obstacle: quiz.attempts > 0 ? obstacles.begun : quiz.published && questions.length === 1 ? obstacles.last : null,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz, question } = await requireOwnQuestion(context, request, params)
  const outcome = await deleteQuestion(scope, { quiz: quiz.publicId, question: question.publicId })
  if (outcome.ok) return redirectWithToast(schoolPaths.quiz(quiz.publicId), { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacles[outcome.reason] }, { status: 422 })
}

export default function DeleteQuestionPage() {
  const { id, number, text, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={`question ${number}`}
      consequence={`“${text}” will be deleted permanently, with its options.`}
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.quiz(id)}
    />
  )
}
