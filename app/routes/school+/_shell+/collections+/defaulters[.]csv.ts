import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import { type Defaulter, listDefaulters } from '~/models/ledger/defaulters.server'
import { todayInIndia } from '~/models/shared/calendar'
import { defaultersViewOf } from './__defaulters.server'

/** The filtered list of defaulters for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const today = todayInIndia(new Date())
  const { wish } = defaultersViewOf(request)
  return csvOfList<Defaulter>(
    `defaulters-${today}.csv`,
    [
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'First name', value: (row) => row.firstName },
      { label: 'Last name', value: (row) => row.lastName },
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.sectionName },
      { label: "Father's name", value: (row) => row.fatherName },
      { label: 'Mobile number', value: (row) => row.mobileNumber },
      { label: 'Email', value: (row) => row.email },
      { label: 'Overdue dues', value: (row) => row.dues },
      { label: 'Oldest due date', value: (row) => row.oldestOn },
      { label: 'Overdue (₹)', value: (row) => row.overduePaise / 100 },
      { label: 'Reminded', value: (row) => row.remindedOn },
    ],
    (place) => listDefaulters(scope, { ...wish, ...place }, today),
  )
}
