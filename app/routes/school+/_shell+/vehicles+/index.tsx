import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { todayInIndia } from '~/models/shared/calendar'
import {
  vehicleStatusChoices,
  vehicleStatusTones,
  vehicleStatusWords,
  vehicleTypeChoices,
  vehicleTypeWords,
} from '~/models/transport/office-words'
import { listVehicles, vehicleFilters, vehicleSorts } from '~/models/vehicles/office-vehicles.server'
import { expiringDays } from '~/models/vehicles/options'

export const handle = pageTitle(() => 'Vehicles')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'transport:view')
  const view = listViewOf(request, { sorts: vehicleSorts, filters: vehicleFilters })
  const list = await listVehicles(scope, todayInIndia(new Date()), view)
  return { view, mayEdit: mayStaff(role, 'transport:edit'), list }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

function Papers({ row }: { row: Row }) {
  if (row.expired > 0) return <Badge tone="bad">{`${row.expired} expired`}</Badge>
  if (row.ending > 0) return <Badge tone="warn">{`${row.ending} expiring`}</Badge>
  return '–'
}

const columns: Column<Row>[] = [
  {
    key: 'number',
    label: 'Vehicle',
    role: 'title',
    sort: 'number',
    cell: (row) => (
      <a className="nowrap" href={schoolPaths.vehicle(row.publicId)}>
        {row.vehicleNumber}
      </a>
    ),
  },
  { key: 'type', label: 'Type', cell: (row) => vehicleTypeWords[row.vehicleType] },
  {
    key: 'driver',
    label: 'Driver',
    cell: (row) => (
      <>
        {row.driverName}
        <br />
        <span className="soft small nowrap">{row.driverPhone}</span>
      </>
    ),
  },
  { key: 'capacity', label: 'Seats', align: 'end', sort: 'capacity', cell: (row) => row.capacity },
  { key: 'runs', label: 'Routes', align: 'end', cell: (row) => row.runs },
  { key: 'riders', label: 'Students', align: 'end', sort: 'riders', cell: (row) => row.riders },
  { key: 'papers', label: 'Documents', cell: (row) => <Papers row={row} /> },
  {
    key: 'status',
    label: 'Status',
    cell: (row) => <Badge tone={vehicleStatusTones[row.status]}>{vehicleStatusWords[row.status]}</Badge>,
  },
]

export default function VehiclesPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newVehicle} variant="next" icon="plus">
      Add vehicle
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Vehicles"
        context="The school’s buses and vans, their drivers and their documents."
        action={add}
      />
      <OfficeList
        path={schoolPaths.vehicles}
        filePath={schoolPaths.vehiclesFile}
        view={view}
        list={list}
        noun="vehicle"
        caption="Vehicles"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Number, driver or attendant' }}
        filters={
          <>
            <SelectField
              name="type"
              label="Type"
              placeholder="Any"
              defaultValue={view.filters.type}
              options={vehicleTypeChoices}
            />
            <SelectField
              name="status"
              label="Status"
              placeholder="Any"
              defaultValue={view.filters.status}
              options={vehicleStatusChoices}
            />
            <SelectField
              name="papers"
              label="Documents"
              placeholder="Any"
              defaultValue={view.filters.papers}
              options={[
                { value: 'due', label: `Expired or expiring within ${expiringDays} days` },
                { value: 'expired', label: 'Expired' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'bus',
          title: 'No vehicle yet',
          text: 'Vehicles with their drivers and documents will be listed here. Each runs on one or more routes.',
          action: add,
        }}
      />
    </>
  )
}
