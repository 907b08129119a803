import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { type HolidayRow, holidaySorts, listHolidays } from '~/models/attendance/holidays.server'

/** The holidays for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'attendance:view')
  const view = listViewOf(request, { sorts: holidaySorts, filters: { session: 'id' } })
  return csvOfList<HolidayRow>(
    'holidays.csv',
    [
      { label: 'First day', value: (row) => row.startsOn },
      { label: 'Last day', value: (row) => row.endsOn },
      { label: 'Holiday', value: (row) => row.name },
    ],
    (place) => listHolidays(scope, { ...view, session: view.filters.session, ...place }),
  )
}
