import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { concessionSorts, listConcessions } from '~/models/fees/concession-queries.server'
import { concessionSize } from '~/models/fees/concession-words'
import { concessionKindLabels, concessionKinds } from '~/models/fees/options'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { concessionFilters } from './__concession-filters'

export const handle = pageTitle(() => 'Concessions')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: concessionSorts, filters: concessionFilters })
  const [sessions, classes, list] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    listConcessions(scope, view),
  ])
  return {
    view,
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    list,
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'given',
    label: 'Given',
    align: 'nowrap',
    sort: 'given',
    cell: (row) => formatDay(todayInIndia(new Date(row.givenAt)), 'en'),
  },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => <a href={schoolPaths.studentConcessions(row.studentId)}>{row.studentName}</a>,
  },
  { key: 'class', label: 'Class', sort: 'class', cell: (row) => row.className ?? '–' },
  { key: 'kind', label: 'Kind', cell: (row) => concessionKindLabels[row.kind] },
  { key: 'size', label: 'Concession', align: 'end', cell: (row) => concessionSize(row) },
  { key: 'fee', label: 'Applies to', cell: (row) => `${row.feeName ?? 'All fees'}, ${row.sessionName}` },
  { key: 'by', label: 'Given by', cell: (row) => row.givenBy },
  {
    key: 'taken',
    label: 'Reduced by',
    align: 'end',
    sort: 'taken',
    cell: (row) => formatPaise(row.takenPaise, { style: 'exact' }),
  },
]

export default function ConcessionsPage() {
  const { view, sessions, classes, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Concessions" context="Who pays less, why, and who gave the concession." />
      <OfficeList
        path={schoolPaths.concessions}
        filePath={schoolPaths.concessionsFile}
        view={view}
        list={list}
        noun="concession"
        caption="Concessions"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Student', placeholder: 'Name or enrollment number' }}
        filters={
          <>
            <SelectField
              name="session"
              label="Academic session"
              placeholder="Any session"
              defaultValue={view.filters.session}
              options={sessions}
            />
            <SelectField
              name="class"
              label="Class"
              placeholder="All classes"
              defaultValue={view.filters.class}
              options={classes}
            />
            <SelectField
              name="kind"
              label="Kind"
              placeholder="Any kind"
              defaultValue={view.filters.kind}
              options={concessionKinds.map((value) => ({ value, label: concessionKindLabels[value] }))}
            />
            <SelectField
              name="state"
              label="Status"
              placeholder="Active"
              defaultValue={view.filters.state}
              options={[{ value: 'removed', label: 'Removed' }]}
            />
          </>
        }
        empty={{
          icon: 'fees',
          title: 'No concession yet',
          text: 'Concessions will be listed here. One is given on the page of a student: open the student, then Fees.',
          action: <ButtonLink href={schoolPaths.students}>Students</ButtonLink>,
        }}
      />
    </>
  )
}
