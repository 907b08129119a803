import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, foundOr404, listViewOf, requireStaff } from '~/http/route.server'
import { hostels } from '~/models/hostels/hostels.server'
import { type BedRow, bedFilters, bedSorts, listBeds } from '~/models/hostels/occupancy.server'
import { bedStateWords } from '~/models/hostels/office-words'
import { roomTypeWords } from '~/models/hostels/room-fields'
import { formatInstant } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'

/** The filtered beds of a hostel for a spreadsheet. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:view')
  const hostel = foundOr404(isPublicId(params.id) ? await hostels.find(scope, params.id) : null)
  const view = listViewOf(request, { sorts: bedSorts, filters: bedFilters })
  return csvOfList<BedRow>(
    'occupancy.csv',
    [
      { label: 'Room', value: (row) => row.roomNumber },
      { label: 'Type', value: (row) => roomTypeWords[row.roomType] },
      { label: 'Bed', value: (row) => bedStateWords[row.state] },
      { label: 'Beds', value: (row) => row.beds },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'From', value: (row) => row.since },
      { label: 'Until', value: (row) => row.until },
      { label: 'Offer until', value: (row) => row.offeredUntil && formatInstant(row.offeredUntil, 'en') },
      { label: 'Should have left', value: (row) => (row.isLate ? 'Yes' : '') },
    ],
    (place) => listBeds(scope, hostel, { ...view, ...place }),
  )
}
