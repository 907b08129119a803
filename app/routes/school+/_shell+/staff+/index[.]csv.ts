import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { staffRoles } from '~/models/accounts/permissions'
import { roleNames } from '~/models/accounts/staff-options'
import { listStaff, type StaffRow, staffSorts, staffStates } from '~/models/accounts/staff-queries.server'

/** The filtered list of sign-ins for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'staff:edit')
  const view = listViewOf(request, { sorts: staffSorts, filters: { role: staffRoles, state: staffStates } })
  return csvOfList<StaffRow>(
    'staff.csv',
    [
      { label: 'Name', value: (row) => row.name },
      { label: 'Email', value: (row) => row.email },
      { label: 'Role', value: (row) => roleNames[row.role] },
      { label: 'Status', value: (row) => row.state },
    ],
    (place) => listStaff(scope, { ...view, ...place, ...view.filters }),
  )
}
