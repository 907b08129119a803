import { Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { expiringDays } from '~/models/money/vehicles/options'
import { vehicleStatusTones, vehicleStatusWords, vehicleTypeWords } from '~/models/money/vehicles/vehicle-fields'
import { vehicles } from '~/models/money/vehicles/vehicles.server'

export const handle = pageTitle(() => 'Vehicles')

const documentFilter = { due: `Expired or expiring within ${expiringDays} days`, expired: 'Expired' }

const list: ListOf<typeof vehicles.list> = {
  path: schoolPaths.vehicles,
  file: { path: schoolPaths.vehiclesFile, name: 'vehicles.csv' },
  noun: 'vehicle',
  may: 'transport:view',
  add: { href: schoolPaths.newVehicle, may: 'transport:edit' },
  search: { label: 'Search', placeholder: 'Number, driver or attendant' },
  filters: {
    type: { label: 'Type', options: optionsOf(vehicleTypeWords) },
    status: { label: 'Status', options: optionsOf(vehicleStatusWords) },
    documents: { label: 'Documents', options: optionsOf(documentFilter) },
  },
  columns: [
    {
      label: 'Vehicle',
      role: 'title',
      align: 'nowrap',
      sort: 'number',
      value: 'vehicleNumber',
      href: (row) => schoolPaths.vehicle(row.publicId),
    },
    { label: 'Type', value: (row) => vehicleTypeWords[row.vehicleType] },
    { label: 'Driver', value: 'driverName' },
    { label: 'Phone', align: 'nowrap', value: 'driverPhone' },
    { label: 'Seats', align: 'end', sort: 'capacity', value: 'capacity' },
    { label: 'Routes', align: 'end', value: 'trips' },
    { label: 'Students', align: 'end', sort: 'passengers', value: 'passengers' },
    { label: 'Documents expired', align: 'end', value: 'expired', only: 'file' },
    { label: 'Documents expiring', align: 'end', value: 'ending', only: 'file' },
    {
      label: 'Documents',
      only: 'page',
      value: 'expired',
      cell: ({ expired, ending }) => {
        if (expired > 0) return <Badge tone="bad">{`${expired} expired`}</Badge>
        return ending > 0 ? <Badge tone="warn">{`${ending} expiring`}</Badge> : '–'
      },
    },
    { label: 'Status', value: (row) => vehicleStatusWords[row.status], tone: (row) => vehicleStatusTones[row.status] },
  ],
}

export const loader = listLoader(list, vehicles.list)

export default listPage(list, {
  context: 'The school’s buses and vans, their drivers and their documents.',
  icon: 'bus',
  empty: 'Vehicles with their drivers and documents will be listed here. Each runs on one or more routes.',
})
