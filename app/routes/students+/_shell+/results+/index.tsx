import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { type Column, DataTable, EmptyState, FilterBar, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { listViewOf, requireStudent } from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { listOwnResults, ownResultSessions } from '~/models/learning/exams/results/own-results.server'
import { examOutcomeWords, examTypeWords, outcomeTones } from '~/models/learning/exams/words'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'

export const handle = pageTitle(() => m.results_title(), { isKept: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const { filters, page } = listViewOf(request, { sorts: ['newest'], filters: { session: 'id' } })
  const [list, sessions] = await Promise.all([
    listOwnResults(scope, { session: filters.session, page }),
    ownResultSessions(scope),
  ])
  return { session: filters.session, page: list.page, pages: list.pages, results: list.rows, sessions }
}

type Row = Awaited<ReturnType<typeof loader>>['results'][number]

function columns(): Column<Row>[] {
  const types = examTypeWords()
  const outcomes = examOutcomeWords()
  const unknown = m.exams_not_known()
  return [
    {
      label: m.exams_name(),
      role: 'title',
      cell: (row) => <a href={paths.student.result(row.publicId)}>{row.name}</a>,
    },
    { label: m.exams_type(), cell: (row) => types[row.type] },
    { label: m.exams_class(), cell: (row) => row.className },
    { label: m.exams_session(), align: 'nowrap', cell: (row) => row.sessionName },
    {
      label: m.results_total(),
      align: 'end',
      cell: (row) => (row.maxMarks === 0 ? unknown : `${row.marks} / ${row.maxMarks}`),
    },
    {
      label: m.results_percentage(),
      align: 'end',
      cell: (row) => (row.percent === null ? unknown : `${row.percent}%`),
    },
    { label: m.results_grade(), cell: (row) => row.grade ?? unknown },
    {
      label: m.results_outcome(),
      cell: (row) =>
        row.outcome === null ? (
          unknown
        ) : (
          <span className={`badge ${outcomeTones[row.outcome]}`}>{outcomes[row.outcome]}</span>
        ),
    },
  ]
}

export default function ResultsPage() {
  const { session, page, pages, results, sessions } = useLoaderData<typeof loader>()
  const path = paths.student.results
  return (
    <>
      <PageHead title={m.results_title()} context={<a href={paths.student.reportCards}>{m.cards_title()}</a>} />
      {sessions.length > 0 ? (
        <FilterBar key={session} action={path} resetHref={session === '' ? undefined : path}>
          <SelectField
            name="session"
            label={m.exams_session()}
            placeholder={m.exams_all_sessions()}
            defaultValue={session}
            options={choicesOf(sessions)}
          />
        </FilterBar>
      ) : null}
      {results.length === 0 ? (
        <EmptyState icon="exam" title={m.results_none()} text={m.results_none_text()} />
      ) : (
        <DataTable
          isRoomy
          caption={m.results_title()}
          columns={columns()}
          rows={results}
          rowKey={(row) => row.publicId}
        />
      )}
      <Pager page={page} pages={pages} hrefFor={(number) => listHref(path, { session, page: number })} />
    </>
  )
}

export const ErrorBoundary = loadTrouble(paths.student.results, m.results_title, m.results_error, m.exams_try_again)
