import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageTitle } from '~/http/page'
import { quizPage } from '~/http/quiz-page.server'
import { requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { QuizIntro } from './__quiz-intro'
import { TakeQuiz } from './__take-quiz'

export const handle = pageTitle<{ title: string } | undefined>((data) => data?.title ?? m.quizzes_title(), {
  hasForm: true,
})

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  return quizPage(scope, params.id)
}

export default function QuizPage() {
  const { taking, ...quiz } = useLoaderData<typeof loader>()
  return taking ? <TakeQuiz quiz={{ ...quiz, taking }} /> : <QuizIntro quiz={quiz} />
}
