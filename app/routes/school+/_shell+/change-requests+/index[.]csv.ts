import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { todayInIndia } from '~/models/shared/calendar'
import { changeableFieldLabel, changeStates } from '~/models/students/change-request-options'
import {
  type ChangeRequestRow,
  changeRequestSorts,
  listChangeRequests,
} from '~/models/students/change-request-queries.server'
import { fullName } from '~/models/students/rules'

/** The filtered list of change requests for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const view = listViewOf(request, { sorts: changeRequestSorts, filters: { status: changeStates } })
  return csvOfList<ChangeRequestRow>(
    'change-requests.csv',
    [
      { label: 'Requested on', value: (row) => todayInIndia(row.askedAt) },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Student', value: (row) => fullName(row) },
      { label: 'Field', value: (row) => changeableFieldLabel(row.field) },
      { label: 'From', value: (row) => row.oldValue },
      { label: 'To', value: (row) => row.newValue },
      { label: 'Status', value: (row) => row.state },
      { label: 'Decided on', value: (row) => row.decidedAt && todayInIndia(row.decidedAt) },
      { label: 'Reason', value: (row) => row.reason },
    ],
    (place) => listChangeRequests(scope, { ...view, ...place }),
  )
}
