import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import { type DaySection, listDay } from '~/models/attendance/day-list.server'
import { dayWishOf } from './__attendance-day.server'

/** The sections of a day with their counts for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { wish } = await dayWishOf(staff, request)
  return csvOfList<DaySection>(
    `attendance-${wish.day}.csv`,
    [
      { label: 'Date', value: () => wish.day },
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.name },
      { label: 'Students', value: (row) => row.students },
      { label: 'Present', value: (row) => row.present },
      { label: 'Absent', value: (row) => row.absent },
      { label: 'Late', value: (row) => row.late },
      { label: 'Half day', value: (row) => row.half_day },
      { label: 'Leave', value: (row) => row.leave },
      { label: 'Marked by', value: (row) => row.markedByName },
    ],
    (place) => listDay(staff.scope, { ...wish, ...place }),
  )
}
