import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { todayInIndia } from '~/models/shared/calendar'
import { vehicleStatusWords, vehicleTypeWords } from '~/models/transport/office-words'
import { listVehicles, type VehicleRow, vehicleFilters, vehicleSorts } from '~/models/vehicles/office-vehicles.server'

/** The filtered list of vehicles for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:view')
  const view = listViewOf(request, { sorts: vehicleSorts, filters: vehicleFilters })
  const today = todayInIndia(new Date())
  return csvOfList<VehicleRow>(
    'vehicles.csv',
    [
      { label: 'Vehicle', value: (row) => row.vehicleNumber },
      { label: 'Type', value: (row) => vehicleTypeWords[row.vehicleType] },
      { label: 'Driver', value: (row) => row.driverName },
      { label: 'Phone', value: (row) => row.driverPhone },
      { label: 'Seats', value: (row) => row.capacity },
      { label: 'Routes', value: (row) => row.runs },
      { label: 'Students', value: (row) => row.riders },
      { label: 'Documents expired', value: (row) => row.expired },
      { label: 'Documents expiring', value: (row) => row.ending },
      { label: 'Status', value: (row) => vehicleStatusWords[row.status] },
    ],
    (place) => listVehicles(scope, today, { ...view, ...place }),
  )
}
