import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, LinkParagraph, PageHead, StatCard } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatInstant } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findOwnQuiz } from '~/models/learning/quizzes/take/own-quizzes.server'
import { findOwnQuizResult } from '~/models/learning/quizzes/take/own-result.server'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'
import { scoreText } from './__quiz-words'
import { ReviewList } from './__review-list'

export const handle = pageTitle(() => m.quizzes_result_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const result = await findOwnQuizResult(scope, id)
  if (result === 'running') throw redirect(paths.student.quiz(id))
  if (!result) throw redirect(paths.student.quiz(foundOr404(await findOwnQuiz(scope, id)).publicId))
  const { quiz, attempt, summary, reviewOpensAt, review } = result
  return {
    title: quiz.title,
    submitted: formatInstant(attempt.submittedAt, currentLanguage()),
    byDeadline: attempt.closedBy === 'deadline',
    summary,
    reviewOpens: formatInstant(reviewOpensAt, currentLanguage()),
    review,
  }
}

export default function QuizResultPage() {
  const { title, submitted, byDeadline, summary, reviewOpens, review } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={m.quizzes_result_title()}
        context={
          <>
            {title} · {m.quizzes_submitted_at()}: {submitted}
          </>
        }
      />
      <div className="cols">
        <StatCard label={m.quizzes_score()} value={scoreText(summary.score, summary.maxScore, summary.toMark)} />
        <StatCard label={m.quizzes_percentage()} value={`${summary.percentage}%`} />
        <StatCard
          label={m.quizzes_correct_count()}
          value={m.quizzes_of({ part: summary.correct, whole: summary.totalQuestions })}
        />
      </div>
      {byDeadline || summary.toMark > 0 ? (
        <Alert tone="info">
          {byDeadline ? <p>{m.quizzes_late_text()}</p> : null}
          {summary.toMark > 0 ? <p>{m.quizzes_provisional_text({ count: summary.toMark })}</p> : null}
        </Alert>
      ) : null}
      {review ? <ReviewList questions={review} /> : <p>{m.quizzes_review_later({ time: reviewOpens })}</p>}
      <LinkParagraph href={paths.student.quizzes} label={m.quizzes_back()} />
    </>
  )
}

export const ErrorBoundary = loadTrouble(
  paths.student.quizAttempts,
  m.quizzes_result_title,
  m.quizzes_result_failed,
  m.quizzes_try_again,
)
