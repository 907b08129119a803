import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import {
  ButtonLink,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  PageHead,
  Pager,
  useLiveSearch,
} from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { windowOf } from '~/http/quiz-page.server'
import { listViewOf, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { listOwnQuizzes } from '~/models/learning/quizzes/take/own-quizzes.server'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'
import { quizStateTones, quizStateWords } from './__quiz-words'

export const handle = pageTitle(() => m.quizzes_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const { search, page: asked } = listViewOf(request, { sorts: ['next'], filters: {} })
  const { rows, page, pages } = await listOwnQuizzes(scope, { search, page: asked })
  return {
    search,
    page,
    pages,
    quizzes: rows.map((quiz) => ({
      id: quiz.publicId,
      title: quiz.title,
      subjectName: quiz.subjectName,
      questionsCount: quiz.questionsCount,
      minutes: quiz.durationMinutes,
      totalMarks: quiz.totalMarks,
      state: quiz.state,
      ...windowOf(quiz),
    })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['quizzes'][number]

function columns(): Column<Row>[] {
  const states = quizStateWords()
  return [
    {
      label: m.quizzes_name(),
      role: 'title',
      cell: (quiz) => (
        <a href={quiz.state === 'submitted' ? paths.student.quizResult(quiz.id) : paths.student.quiz(quiz.id)}>
          {quiz.title}
        </a>
      ),
    },
    { label: m.quizzes_subject(), cell: (quiz) => quiz.subjectName ?? '–' },
    { label: m.quizzes_questions(), align: 'end', cell: (quiz) => quiz.questionsCount },
    { label: m.quizzes_marks(), align: 'end', cell: (quiz) => quiz.totalMarks },
    { label: m.quizzes_duration(), align: 'nowrap', cell: (quiz) => m.quizzes_minutes({ count: quiz.minutes }) },
    { label: m.quizzes_opens(), cell: (quiz) => quiz.opens },
    { label: m.quizzes_closes(), cell: (quiz) => quiz.closes },
    {
      label: m.quizzes_state(),
      cell: (quiz) => <span className={`badge ${quizStateTones[quiz.state]}`}>{states[quiz.state]}</span>,
    },
  ]
}

export default function QuizzesPage() {
  const { search, page, pages, quizzes } = useLoaderData<typeof loader>()
  const form = useLiveSearch()
  const path = paths.student.quizzes
  return (
    <>
      <PageHead
        title={m.quizzes_title()}
        action={<ButtonLink href={paths.student.quizAttempts} variant="secondary" label={m.quizzes_attempts_title()} />}
      />
      {search === '' && quizzes.length === 0 ? null : (
        <FilterBar formRef={form} action={path} resetHref={search === '' ? undefined : path}>
          <TextField name="search" label={m.quizzes_search()} type="search" maxLength={80} defaultValue={search} />
        </FilterBar>
      )}
      {quizzes.length === 0 ? (
        <EmptyState icon="quiz" title={m.quizzes_none()} />
      ) : (
        <DataTable isRoomy caption={m.quizzes_title()} columns={columns()} rows={quizzes} rowKey={(quiz) => quiz.id} />
      )}
      <Pager
        variant="simple"
        page={page}
        pages={pages}
        hrefFor={(number) => listHref(path, { search, page: number })}
      />
    </>
  )
}

export const ErrorBoundary = loadTrouble(
  paths.student.quizzes,
  m.quizzes_title,
  m.quizzes_load_failed,
  m.quizzes_try_again,
)
