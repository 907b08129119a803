import type { LoaderFunctionArgs } from '@remix-run/node'
import { planNames, rideKindNames, rideRefundOpen, rideStatusNames } from '~/components/transport-decisions/words'
import { todayInIndia } from '~/models/shared/calendar'
import {
  listRides,
  type OfficeRideRow,
  rideChoices,
  rideFilters,
  rideSorts,
} from '~/models/transport/office-applications.server'
import { requireStaff } from './guards.server'
import { csvOfList, listViewOf } from './list.server'

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>
type View = ReturnType<typeof viewOf>

const { kind: _kind, ...filtersOfOneKind } = rideFilters

function viewOf(request: Request) {
  return listViewOf(request, { sorts: rideSorts, filters: rideFilters })
}

/** What the list of all applications shows. */
export async function allRides({ context, request }: Args) {
  const { scope } = await requireStaff(context, request, 'transport-applications:view')
  const view = viewOf(request)
  const [list, choices] = await Promise.all([listRides(scope, view), rideChoices(scope)])
  return { view, list, ...choices }
}

function vehicleViewOf(request: Request) {
  return listViewOf(request, { sorts: rideSorts, filters: filtersOfOneKind })
}

/** The same of those for a vehicle. */
export async function vehicleRides({ context, request }: Args) {
  const { scope } = await requireStaff(context, request, 'transport-applications:view')
  const view = vehicleViewOf(request)
  const [list, choices] = await Promise.all([listRides(scope, ofVehicles(view)), rideChoices(scope)])
  return { view, list, ...choices }
}

function ofVehicles(view: ReturnType<typeof vehicleViewOf>): View {
  return { ...view, filters: { ...view.filters, kind: 'vehicle' } }
}

/** The filtered list of one kind or of all for a spreadsheet. */
export async function ridesFile({ context, request }: Args, which: 'all' | 'vehicle') {
  const { scope } = await requireStaff(context, request, 'transport-applications:view')
  const view = which === 'all' ? viewOf(request) : ofVehicles(vehicleViewOf(request))
  return csvOfList<OfficeRideRow>(
    which === 'all' ? 'transport-applications.csv' : 'vehicle-applications.csv',
    [
      { label: 'Applied', value: (row) => todayInIndia(row.appliedAt) },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Class', value: (row) => row.place },
      { label: 'Kind', value: (row) => rideKindNames[row.kind] },
      { label: 'Applied for', value: (row) => row.fareName },
      { label: 'Route', value: (row) => row.routeName },
      { label: 'Vehicle', value: (row) => row.vehicleNumber },
      { label: 'Session', value: (row) => row.sessionName },
      { label: 'Plan', value: (row) => planNames[row.paymentPlan] },
      { label: 'Fare of a period (₹)', value: (row) => row.periodPaise / 100 },
      { label: 'Status', value: (row) => rideStatusNames[row.status].word },
      { label: 'Owed (₹)', value: (row) => row.owedPaise / 100 },
      { label: 'Refund', value: (row) => (row.refundState === 'open' ? rideRefundOpen : null) },
    ],
    (place) => listRides(scope, { ...view, ...place }),
  )
}
