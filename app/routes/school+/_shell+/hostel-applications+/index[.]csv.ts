import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { yearStartsMonth } from '~/models/academics/queries.server'
import {
  applicationFilters,
  applicationSorts,
  listApplications,
  type OfficeApplicationRow,
} from '~/models/hostels/office-applications.server'
import { periodWord } from '~/models/hostels/office-words'
import { todayInIndia } from '~/models/shared/calendar'
import { placeMoneyNames, refundOpen, standingNames } from './__words'

/** The filtered list of hostel applications for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostel-applications:view')
  const filters = applicationFilters(todayInIndia(new Date()), await yearStartsMonth(scope))
  const view = listViewOf(request, { sorts: applicationSorts, filters })
  return csvOfList<OfficeApplicationRow>(
    'hostel-applications.csv',
    [
      { label: 'Applied', value: (row) => todayInIndia(row.appliedAt) },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Class', value: (row) => row.place },
      { label: 'Hostel', value: (row) => row.hostelName },
      { label: 'Room', value: (row) => row.roomNumber },
      { label: 'Academic year', value: (row) => row.academicYear },
      { label: 'Period', value: (row) => periodWord(row.semester) },
      { label: 'Check-in', value: (row) => row.checkInDate },
      { label: 'Status', value: (row) => standingNames[row.standing].word },
      { label: 'Payment', value: (row) => placeMoneyNames[row.money] },
      { label: 'Refund', value: (row) => (row.refundState === 'open' ? refundOpen : null) },
    ],
    (place) => listApplications(scope, { ...view, ...place }),
  )
}
