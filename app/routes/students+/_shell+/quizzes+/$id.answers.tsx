import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageTitle, paths } from '~/http/paths'
import { runningQuiz } from '~/http/quiz-page.server'
import { foundOr404, redirectWithToast, requireStudentInPerson, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findOwnQuiz } from '~/models/learning/quizzes/take/own-quizzes.server'
import { saveAnswers } from '~/models/learning/quizzes/take/save-answers.server'
import { answersRefused, readAnswers } from './__quiz-answers.server'
import { TakeQuiz } from './__take-quiz'

export const handle = pageTitle<{ title: string } | undefined>((data) => data?.title ?? m.quizzes_title(), {
  hasForm: true,
})

export const loader = runningQuiz

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { publicId } = foundOr404(isPublicId(params.id) ? await findOwnQuiz(scope, params.id) : null)
  const { answers, typed } = await readAnswers(request)
  const outcome = await saveAnswers(scope, publicId, answers)
  if (outcome.ok) return redirectWithToast(paths.student.quiz(publicId), { type: 'success', title: m.quizzes_saved() })
  switch (outcome.reason) {
    case 'not-started':
      return seeOther(paths.student.quiz(publicId))
    case 'already-submitted':
      return redirectWithToast(paths.student.quizResult(publicId), { type: 'error', title: m.quizzes_over() })
    default:
      return answersRefused(outcome.reason, answers, typed)
  }
}

export default function SaveAnswersPage() {
  const quiz = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()
  return <TakeQuiz quiz={quiz} trouble={trouble} troubleTitle={m.quizzes_save_failed()} />
}
