import type { LoaderFunctionArgs } from '@remix-run/node'
import { genderWords, hostelTypeWords } from '~/components/hostel-office/words'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { type HostelRow, hostelFilters, hostelSorts, listHostels } from '~/models/hostels/office-hostels.server'
import { typedRupees } from '~/models/shared/money'

/** The filtered list of hostels for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:view')
  const view = listViewOf(request, { sorts: hostelSorts, filters: hostelFilters })
  return csvOfList<HostelRow>(
    'hostels.csv',
    [
      { label: 'Hostel', value: (row) => row.name },
      { label: 'For', value: (row) => genderWords[row.genderType] },
      { label: 'Type', value: (row) => hostelTypeWords[row.hostelType] },
      { label: 'Rooms', value: (row) => row.rooms },
      { label: 'Beds', value: (row) => row.beds },
      { label: 'Taken', value: (row) => row.taken },
      { label: 'Free', value: (row) => row.free },
      { label: 'Deposit', value: (row) => typedRupees(row.depositPaise) },
      { label: 'Status', value: (row) => (row.isActive ? 'Open' : 'Not open') },
    ],
    (place) => listHostels(scope, { ...view, ...place }),
  )
}
