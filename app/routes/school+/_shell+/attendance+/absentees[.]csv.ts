import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import { type AbsenteeRow, listAbsentees } from '~/models/attendance/absentees.server'
import { fullName } from '~/models/students/rules'
import { absenteeWishOf } from './__absentees.server'
import { statusNames } from './__attendance-words'

/** Who was away on a day, with the family's numbers, for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { wish } = await absenteeWishOf(staff, request)
  return csvOfList<AbsenteeRow>(
    `absentees-${wish.day}.csv`,
    [
      { label: 'Date', value: () => wish.day },
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.sectionName },
      { label: 'Roll number', value: (row) => row.rollNumber },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Student', value: (row) => fullName(row) },
      { label: 'Attendance', value: (row) => statusNames[row.status].word },
      { label: 'Mobile number', value: (row) => row.mobileNumber },
      { label: 'Father', value: (row) => row.fatherName },
      { label: 'Father’s mobile', value: (row) => row.fatherMobile },
      { label: 'Mother', value: (row) => row.motherName },
      { label: 'Mother’s mobile', value: (row) => row.motherMobile },
      { label: 'Remarks', value: (row) => row.remarks },
    ],
    (place) => listAbsentees(staff.scope, { ...wish, ...place }),
  )
}
