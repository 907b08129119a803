import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { ChangeStateBadge, changeStateNames } from '~/components/students/change-state-badge'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { changeableFieldLabel, changeableValue, changeStates } from '~/models/students/change-request-options'
import { changeRequestSorts, listChangeRequests } from '~/models/students/change-request-queries.server'
import { fullName } from '~/models/students/rules'

export const handle = pageTitle(() => 'Change requests')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const view = listViewOf(request, { sorts: changeRequestSorts, filters: { status: changeStates } })
  const list = await listChangeRequests(scope, view)
  return {
    view,
    list: {
      ...list,
      rows: list.rows.map((row) => ({
        publicId: row.publicId,
        name: fullName(row),
        enrollmentNumber: row.enrollmentNumber,
        field: row.field,
        oldValue: row.oldValue,
        newValue: row.newValue,
        state: row.state,
        askedOn: todayInIndia(row.askedAt),
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'asked',
    label: 'Requested on',
    align: 'nowrap',
    sort: 'asked',
    cell: (row) => formatDay(row.askedOn, 'en'),
  },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => <a href={schoolPaths.changeRequest(row.publicId)}>{row.name}</a>,
  },
  { key: 'number', label: 'Enrollment number', align: 'nowrap', cell: (row) => row.enrollmentNumber },
  { key: 'field', label: 'Field', cell: (row) => changeableFieldLabel(row.field) },
  { key: 'from', label: 'From', cell: (row) => changeableValue(row.field, row.oldValue) || '–' },
  { key: 'to', label: 'To', cell: (row) => changeableValue(row.field, row.newValue) },
  { key: 'state', label: 'Status', cell: (row) => <ChangeStateBadge state={row.state} /> },
]

export default function ChangeRequestsPage() {
  const { view, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Change requests" context="Corrections that students have requested." />
      <OfficeList
        path={schoolPaths.changeRequests}
        filePath={schoolPaths.changeRequestsFile}
        view={view}
        list={list}
        noun="request"
        caption="Change requests"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search requests', placeholder: 'Name or enrollment number' }}
        filters={
          <SelectField
            name="status"
            label="Status"
            placeholder="Any status"
            defaultValue={view.filters.status}
            options={changeStates.map((state) => ({ value: state, label: changeStateNames[state].word }))}
          />
        }
        empty={{
          icon: 'user',
          title: 'No request yet',
          text: 'When a student requests a change of name, date of birth or category, it appears here for your decision. You can always change these fields yourself on the student’s page.',
        }}
      />
    </>
  )
}
