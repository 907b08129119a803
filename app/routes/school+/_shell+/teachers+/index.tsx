import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { listTeachers, teacherSorts, teacherStatuses } from '~/models/academics/teacher-queries.server'
import { mayStaff } from '~/models/accounts/permissions'
import { formatDay } from '~/models/shared/calendar'

export const handle = pageTitle(() => 'Teachers')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: teacherSorts, filters: { status: teacherStatuses } })
  const list = await listTeachers(scope, { ...view, status: view.filters.status })
  return { view, mayEdit: mayStaff(role, 'academics:edit'), list }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Teacher',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.teacher(row.publicId)}>{row.name}</a>,
  },
  { key: 'number', label: 'Employee number', align: 'nowrap', sort: 'number', cell: (row) => row.employeeNumber },
  { key: 'mobile', label: 'Mobile', align: 'nowrap', cell: (row) => row.mobileNumber ?? '–' },
  { key: 'sections', label: 'Class teacher of', cell: (row) => row.sectionNames ?? '–' },
  {
    key: 'joined',
    label: 'Joined on',
    align: 'nowrap',
    sort: 'joined',
    cell: (row) => (row.joinedOn ? formatDay(row.joinedOn, 'en') : '–'),
  },
  {
    key: 'status',
    label: 'Status',
    cell: (row) =>
      row.status === 'active' ? <Badge tone="good">Active</Badge> : <Badge tone="neutral">Inactive</Badge>,
  },
]

export default function TeachersPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newTeacher} variant="next" icon="plus">
      Add teacher
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Teachers" context="Each section has one of them as class teacher." action={add} />
      <OfficeList
        path={schoolPaths.teachers}
        filePath={schoolPaths.teachersFile}
        view={view}
        list={list}
        noun="teacher"
        caption="Teachers"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name, number, e-mail or mobile' }}
        filters={
          <SelectField
            name="status"
            label="Status"
            placeholder="All"
            defaultValue={view.filters.status}
            options={[
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ]}
          />
        }
        empty={{
          icon: 'user',
          title: 'No teacher yet',
          text: 'Teachers will be listed here. Then a section can have its class teacher.',
          action: add,
        }}
      />
    </>
  )
}
