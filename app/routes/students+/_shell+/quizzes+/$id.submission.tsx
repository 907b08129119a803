import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageTitle, paths } from '~/http/paths'
import { runningQuiz } from '~/http/quiz-page.server'
import { foundOr404, redirectWithToast, requireStudentInPerson, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { isBlank } from '~/models/learning/quizzes/mark/marking-rules'
import type { PostedAnswer } from '~/models/learning/quizzes/take/attempt-rules'
import { findOwnQuiz, findQuizToTake } from '~/models/learning/quizzes/take/own-quizzes.server'
import { type SubmittedAttempt, submitAnswers } from '~/models/learning/quizzes/take/submit-answers.server'
import { answersRefused, confirmSubmission, readAnswers } from './__quiz-answers.server'
import { TakeQuiz } from './__take-quiz'

export const handle = pageTitle<{ title: string } | undefined>((data) => data?.title ?? m.quizzes_title(), {
  hasForm: true,
})

export const loader = runningQuiz

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { publicId } = foundOr404(isPublicId(params.id) ? await findOwnQuiz(scope, params.id) : null)
  const { answers, typed, form } = await readAnswers(request)
  const byHand = form.get('by') !== 'time'
  if (byHand && !form.has('sure')) {
    const { questions } = foundOr404(await findQuizToTake(scope, publicId))
    const answerByQuestion = new Map(answers.map((answer) => [answer.questionId, answer]))
    const open = questions.filter((question) =>
      isUnanswered(answerByQuestion.get(question.publicId) ?? question),
    ).length
    // A quiz without any answer is refused without asking for confirmation.
    if (open > 0 && open < questions.length) return confirmSubmission(open, questions.length, typed)
  }
  const outcome = await submitAnswers(scope, publicId, answers, { byHand })
  if (outcome.ok) return redirectWithToast(paths.student.quizzes, scoreToast(outcome.value))
  switch (outcome.reason) {
    case 'not-started':
      return seeOther(paths.student.quiz(publicId))
    case 'already-submitted':
      return seeOther(paths.student.quizResult(publicId))
    default:
      return answersRefused(outcome.reason, answers, typed)
  }
}

function isUnanswered({ optionId, answerText }: Pick<PostedAnswer, 'optionId' | 'answerText'>): boolean {
  return optionId === null && (answerText === null || isBlank(answerText))
}

function scoreToast({ score, maxScore, toMark, isLate }: SubmittedAttempt) {
  const more = [
    isLate ? m.quizzes_late_text() : '',
    toMark > 0 ? m.quizzes_provisional_text({ count: toMark }) : '',
  ].filter((text) => text !== '')
  return {
    type: 'success' as const,
    title: m.quizzes_score_toast({ score, max: maxScore }),
    message: more.length > 0 ? more.join(' ') : undefined,
  }
}

export default function SubmitQuizPage() {
  const quiz = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()
  return <TakeQuiz quiz={quiz} trouble={trouble} troubleTitle={trouble?.question ?? m.quizzes_submit_failed()} />
}
