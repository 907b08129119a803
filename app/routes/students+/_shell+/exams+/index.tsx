import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField, TextField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import {
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  PageHead,
  Pager,
  StatCard,
  useLiveSearch,
} from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { listViewOf, requireStudent } from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { examTypes } from '~/models/learning/exams/options'
import {
  listOwnExams,
  ownExamFacts,
  ownExamFilters,
  ownExamSorts,
} from '~/models/learning/exams/results/own-exams.server'
import { examStatus } from '~/models/learning/exams/rules'
import { examStatusTones, examStatusWords, examTypeWords } from '~/models/learning/exams/words'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'

export const handle = pageTitle(() => m.exams_title(), { isKept: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const view = listViewOf(request, { sorts: ownExamSorts, filters: ownExamFilters })
  const today = todayInIndia(new Date())
  const [list, facts] = await Promise.all([listOwnExams(scope, view), ownExamFacts(scope, today)])
  return {
    search: view.search,
    filters: view.filters,
    isNarrowed: view.isNarrowed,
    page: list.page,
    pages: list.pages,
    facts,
    exams: list.rows.map((exam) => ({ ...exam, status: examStatus(exam, today) })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['exams'][number]

function columns(): Column<Row>[] {
  const language = currentLanguage()
  const types = examTypeWords()
  const statuses = examStatusWords()
  return [
    {
      label: m.exams_name(),
      role: 'title',
      cell: (exam) => <a href={paths.student.exam(exam.publicId)}>{exam.name}</a>,
    },
    { label: m.exams_type(), cell: (exam) => types[exam.type] },
    { label: m.exams_class(), cell: (exam) => exam.className },
    { label: m.exams_session(), align: 'nowrap', cell: (exam) => exam.sessionName },
    { label: m.exams_start(), align: 'nowrap', cell: (exam) => formatDay(exam.startsOn, language) },
    { label: m.exams_end(), align: 'nowrap', cell: (exam) => formatDay(exam.endsOn, language) },
    {
      label: m.exams_status(),
      cell: (exam) => <span className={`badge ${examStatusTones[exam.status]}`}>{statuses[exam.status]}</span>,
    },
  ]
}

export default function ExamsPage() {
  const { search, filters, isNarrowed, page, pages, facts, exams } = useLoaderData<typeof loader>()
  const form = useLiveSearch()
  const path = paths.student.exams
  const types = examTypeWords()
  const hrefFor = (number: number) => listHref(path, { search, ...filters, page: number })
  return (
    <>
      <PageHead title={m.exams_title()} />
      <div className="cols">
        <StatCard label={m.exams_total()} value={String(facts.total)} />
        <StatCard label={m.exams_upcoming_count()} value={String(facts.upcoming)} />
        <StatCard label={m.exams_completed_count()} value={String(facts.completed)} />
        <StatCard
          label={m.exams_average()}
          value={facts.averagePercent === null ? m.exams_not_known() : `${facts.averagePercent}%`}
        />
      </div>
      {facts.total === 0 ? null : (
        <FilterBar isFolded formRef={form} action={path} resetHref={isNarrowed ? path : undefined}>
          <TextField name="search" label={m.exams_search()} type="search" maxLength={80} defaultValue={search} />
          <SelectField
            name="type"
            label={m.exams_type()}
            placeholder={m.exams_all_types()}
            defaultValue={filters.type}
            options={examTypes.map((type) => ({ value: type, label: types[type] }))}
          />
          <SelectField
            name="class"
            label={m.exams_class()}
            placeholder={m.exams_all_classes()}
            defaultValue={filters.class}
            options={choicesOf(facts.classes)}
          />
          <SelectField
            name="session"
            label={m.exams_session()}
            placeholder={m.exams_all_sessions()}
            defaultValue={filters.session}
            options={choicesOf(facts.sessions)}
          />
        </FilterBar>
      )}
      {exams.length === 0 ? (
        <EmptyState icon="exam" title={m.exams_none()} />
      ) : (
        <DataTable
          isRoomy
          caption={m.exams_title()}
          columns={columns()}
          rows={exams}
          rowKey={(exam) => exam.publicId}
        />
      )}
      <Pager page={page} pages={pages} hrefFor={hrefFor} />
    </>
  )
}

export const ErrorBoundary = loadTrouble(paths.student.exams, m.exams_title, m.exams_error, m.exams_try_again)
