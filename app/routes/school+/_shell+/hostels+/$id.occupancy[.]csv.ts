import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, listViewOf } from '~/http/route.server'
import { hostels } from '~/models/hostels/hostels.server'
import { bedFilters, bedSorts, listBeds } from '~/models/hostels/occupancy.server'
import { bedStateWords } from '~/models/hostels/office-words'
import { roomTypeWords } from '~/models/hostels/room-fields'
import { formatInstant } from '~/models/shared/calendar'
import { openThing } from '~/office/form.server'

/** The filtered beds of a hostel for a spreadsheet. */
export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing: hostel } = await openThing(args, { may: 'hostels:view', find: hostels.find })
  const view = listViewOf(args.request, { sorts: bedSorts, filters: bedFilters })
  return csvOfList(
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
