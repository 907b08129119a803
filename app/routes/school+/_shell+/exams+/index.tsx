import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { mayStaff } from '~/models/accounts/permissions'
import { examStatus } from '~/models/exams/rules'
import { formatDay } from '~/models/shared/calendar'
import { examListOf } from './__exam-list.server'
import { publishedBadge, statusNames, typeChoices, typeNames } from './__office-words'

export const handle = pageTitle(() => 'Exams')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'exams:view')
  const { view, today, list } = examListOf(request, staff)
  const [classes, sessions, found] = await Promise.all([classChoices(staff.scope), sessionChoices(staff.scope), list()])
  return {
    view,
    today,
    mayEdit: mayStaff(staff.role, 'exams:edit'),
    classes,
    sessions: sessions.map(({ publicId, name }) => ({ publicId, name })),
    list: found,
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

function columnsOn(today: string): Column<Row>[] {
  return [
    {
      key: 'name',
      label: 'Exam',
      role: 'title',
      sort: 'name',
      cell: (row) => <a href={schoolPaths.exam(row.publicId)}>{row.name}</a>,
    },
    { key: 'class', label: 'Class', sort: 'class', cell: (row) => row.className },
    { key: 'type', label: 'Type', cell: (row) => typeNames[row.type] },
    { key: 'session', label: 'Session', align: 'nowrap', cell: (row) => row.sessionName },
    {
      key: 'from',
      label: 'From',
      align: 'nowrap',
      sort: 'newest',
      newestFirst: true,
      cell: (row) => formatDay(row.startsOn, 'en'),
    },
    { key: 'until', label: 'Until', align: 'nowrap', cell: (row) => formatDay(row.endsOn, 'en') },
    { key: 'papers', label: 'Papers', align: 'end', cell: (row) => row.papers },
    {
      key: 'status',
      label: 'Status',
      cell: (row) => {
        const { label, tone } = statusNames[examStatus(row, today)]
        return <Badge tone={tone}>{label}</Badge>
      },
    },
    {
      key: 'results',
      label: 'Results',
      cell: (row) => {
        const { label, tone } = publishedBadge(row.published)
        return <Badge tone={tone}>{label}</Badge>
      },
    },
  ]
}

export default function ExamsPage() {
  const { view, today, mayEdit, classes, sessions, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newExam} variant="next" icon="plus">
      Add exam
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Exams"
        context={mayEdit ? 'Papers, marks and results.' : 'Exams in which you enter marks.'}
        action={add}
      />
      <OfficeList
        path={schoolPaths.exams}
        filePath={schoolPaths.examsFile}
        view={view}
        list={list}
        noun="exam"
        caption="Exams"
        columns={columnsOn(today)}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name or description' }}
        filters={
          <>
            <SelectField
              name="type"
              label="Type"
              placeholder="All types"
              defaultValue={view.filters.type}
              options={typeChoices}
            />
            <SelectField
              name="class"
              label="Class"
              placeholder="All classes"
              defaultValue={view.filters.class}
              options={classes.map((one) => ({ value: one.publicId, label: one.name }))}
            />
            <SelectField
              name="session"
              label="Academic session"
              placeholder="All sessions"
              defaultValue={view.filters.session}
              options={sessions.map((one) => ({ value: one.publicId, label: one.name }))}
            />
            <SelectField
              name="status"
              label="Status"
              placeholder="Any status"
              defaultValue={view.filters.status}
              options={Object.entries(statusNames).map(([value, { label }]) => ({ value, label }))}
            />
            <SelectField
              name="results"
              label="Results"
              placeholder="All"
              defaultValue={view.filters.results}
              options={[
                { value: 'published', label: 'Published' },
                { value: 'unpublished', label: 'Not published' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'exam',
          title: 'No exam yet',
          text: mayEdit
            ? 'Exams will be listed here. Add one, then its papers; marks are entered paper by paper.'
            : 'Exams of your sections and subjects will be listed here.',
          action: add,
        }}
      />
    </>
  )
}
