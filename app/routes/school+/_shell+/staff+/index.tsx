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
import { staffRoles } from '~/models/accounts/permissions'
import { roleNames } from '~/models/accounts/staff-options'
import { listStaff, staffSorts, staffStates } from '~/models/accounts/staff-queries.server'

export const handle = pageTitle(() => 'Staff')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'staff:edit')
  const view = listViewOf(request, { sorts: staffSorts, filters: { role: staffRoles, state: staffStates } })
  return { view, list: await listStaff(scope, { ...view, ...view.filters }) }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const badges = {
  active: <Badge tone="good">Active</Badge>,
  invited: <Badge tone="info">Invited</Badge>,
  inactive: <Badge tone="neutral">Inactive</Badge>,
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Name',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.editStaff(row.publicId)}>{row.name}</a>,
  },
  { key: 'email', label: 'Email', cell: (row) => row.email },
  { key: 'role', label: 'Role', sort: 'role', cell: (row) => roleNames[row.role] },
  { key: 'state', label: 'Status', cell: (row) => badges[row.state] },
]

export default function StaffPage() {
  const { view, list } = useLoaderData<typeof loader>()
  const add = (
    <ButtonLink href={schoolPaths.newStaff} variant="next" icon="plus">
      Invite a colleague
    </ButtonLink>
  )
  return (
    <>
      <PageHead title="Staff" context="The people who sign in for the school, and what each may do." action={add} />
      <OfficeList
        path={schoolPaths.staff}
        filePath={schoolPaths.staffFile}
        view={view}
        list={list}
        noun="person"
        nouns="people"
        caption="Staff"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name or e-mail' }}
        filters={
          <>
            <SelectField
              name="role"
              label="Role"
              placeholder="All roles"
              defaultValue={view.filters.role}
              options={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
            />
            <SelectField
              name="state"
              label="Status"
              placeholder="All"
              defaultValue={view.filters.state}
              options={[
                { value: 'active', label: 'Active' },
                { value: 'invited', label: 'Invited' },
                { value: 'inactive', label: 'Inactive' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'users',
          title: 'Nobody yet',
          text: 'Colleagues who sign in will be listed here.',
          action: add,
        }}
      />
    </>
  )
}
