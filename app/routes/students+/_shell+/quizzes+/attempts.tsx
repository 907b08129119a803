import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { type Column, DataTable, EmptyState, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatInstant } from '~/models/core/shared/calendar'
import { pageOf } from '~/models/core/shared/paging'
import { listOwnAttempts } from '~/models/learning/quizzes/take/own-attempts.server'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'
import { quizStateTones, quizStateWords, scoreText } from './__quiz-words'

export const handle = pageTitle(() => m.quizzes_attempts_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const list = await listOwnAttempts(scope, { page: pageOf(new URL(request.url).searchParams) })
  const language = currentLanguage()
  return {
    page: list.page,
    pages: list.pages,
    attempts: list.rows.map((attempt) => ({
      id: attempt.publicId,
      quizId: attempt.quizPublicId,
      title: attempt.title,
      started: formatInstant(attempt.startedAt, language),
      submitted: attempt.submittedAt && formatInstant(attempt.submittedAt, language),
      score: attempt.score === null ? null : scoreText(attempt.score, attempt.maxScore, attempt.toMark),
    })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['attempts'][number]

function columns(): Column<Row>[] {
  const states = quizStateWords()
  return [
    {
      label: m.quizzes_name(),
      role: 'title',
      cell: (attempt) => (
        <a href={attempt.submitted ? paths.student.quizResult(attempt.quizId) : paths.student.quiz(attempt.quizId)}>
          {attempt.title}
        </a>
      ),
    },
    { label: m.quizzes_started_at(), cell: (attempt) => attempt.started },
    {
      label: m.quizzes_submitted_at(),
      cell: (attempt) =>
        attempt.submitted ?? <span className={`badge ${quizStateTones.running}`}>{states.running}</span>,
    },
    { label: m.quizzes_score(), align: 'end', cell: (attempt) => attempt.score ?? '–' },
  ]
}

export default function AttemptsPage() {
  const { page, pages, attempts } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.quizzes_attempts_title()} context={<a href={paths.student.quizzes}>{m.quizzes_back()}</a>} />
      {attempts.length === 0 ? (
        <EmptyState icon="quiz" title={m.quizzes_attempts_none()} />
      ) : (
        <DataTable
          isRoomy
          caption={m.quizzes_attempts_title()}
          columns={columns()}
          rows={attempts}
          rowKey={(attempt) => attempt.id}
        />
      )}
      <Pager
        variant="simple"
        page={page}
        pages={pages}
        hrefFor={(number) => listHref(paths.student.quizAttempts, { page: number })}
      />
    </>
  )
}

export const ErrorBoundary = loadTrouble(
  paths.student.quizAttempts,
  m.quizzes_attempts_title,
  m.quizzes_attempts_failed,
  m.quizzes_try_again,
)
