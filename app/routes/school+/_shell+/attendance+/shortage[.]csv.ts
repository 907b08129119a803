import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import { listShortage, type ShortageRow } from '~/models/attendance/shortage.server'
import { fullName } from '~/models/students/rules'
import { shortageWishOf } from './__shortage.server'

/** Pupils below 75% for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { wish } = await shortageWishOf(staff, request)
  return csvOfList<ShortageRow>(
    'attendance-below-75.csv',
    [
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.sectionName },
      { label: 'Roll number', value: (row) => row.rollNumber },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Student', value: (row) => fullName(row) },
      { label: 'Mobile number', value: (row) => row.mobileNumber },
      { label: 'From', value: () => wish.from },
      { label: 'Until', value: () => wish.until },
      { label: 'Days', value: (row) => row.days },
      { label: 'Present', value: (row) => row.present },
      { label: 'Absent', value: (row) => row.absent },
      { label: 'Late', value: (row) => row.late },
      { label: 'Half day', value: (row) => row.half_day },
      { label: 'Leave', value: (row) => row.leave },
      { label: 'Percent', value: (row) => row.percent },
    ],
    (place) => listShortage(staff.scope, { ...wish, ...place }),
  )
}
