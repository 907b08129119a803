import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { listRoutes, type RouteRow, routeFilters, routeSorts } from '~/models/vehicles/office-routes.server'

/** The filtered list of routes for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:view')
  const view = listViewOf(request, { sorts: routeSorts, filters: routeFilters })
  return csvOfList<RouteRow>(
    'routes.csv',
    [
      { label: 'Route', value: (row) => row.name },
      { label: 'Start', value: (row) => row.startLocation },
      { label: 'End', value: (row) => row.endLocation },
      { label: 'Km', value: (row) => row.distanceMetres / 1000 },
      { label: 'Stops', value: (row) => row.stops },
      { label: 'Vehicles', value: (row) => row.vehicles },
      { label: 'Students', value: (row) => row.riders },
      { label: 'Status', value: (row) => (row.isActive ? 'Offered' : 'Not offered') },
    ],
    (place) => listRoutes(scope, { ...view, ...place }),
  )
}
