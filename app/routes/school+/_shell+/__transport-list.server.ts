import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import {
  listRides,
  type OfficeRideRow,
  rideChoices,
  rideFilters,
  rideSorts,
} from '~/models/transport/office-applications.server'

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>
type View = ReturnType<typeof viewOf>
type RideColumns = Parameters<typeof csvOfList<OfficeRideRow>>[1]

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
export async function ridesFile({ context, request }: Args, which: 'all' | 'vehicle', columns: RideColumns) {
  const { scope } = await requireStaff(context, request, 'transport-applications:view')
  const view = which === 'all' ? viewOf(request) : ofVehicles(vehicleViewOf(request))
  return csvOfList<OfficeRideRow>(
    which === 'all' ? 'transport-applications.csv' : 'vehicle-applications.csv',
    columns,
    (place) => listRides(scope, { ...view, ...place }),
  )
}
