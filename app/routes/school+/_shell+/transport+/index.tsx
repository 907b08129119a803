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
import { kmWords } from '~/models/transport/office-words'
import { listRoutes, routeFilters, routeSorts } from '~/models/vehicles/office-routes.server'

export const handle = pageTitle(() => 'Routes')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'transport:view')
  const view = listViewOf(request, { sorts: routeSorts, filters: routeFilters })
  return { view, mayEdit: mayStaff(role, 'transport:edit'), list: await listRoutes(scope, view) }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Route',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.route(row.publicId)}>{row.name}</a>,
  },
  { key: 'start', label: 'Start', cell: (row) => row.startLocation },
  { key: 'end', label: 'End', cell: (row) => row.endLocation },
  { key: 'distance', label: 'Length', align: 'end', sort: 'distance', cell: (row) => kmWords(row.distanceMetres) },
  { key: 'stops', label: 'Stops', align: 'end', sort: 'stops', cell: (row) => row.stops },
  { key: 'vehicles', label: 'Vehicles', align: 'end', cell: (row) => row.vehicles },
  {
    key: 'riders',
    label: 'Students',
    align: 'end',
    sort: 'riders',
    cell: (row) => <a href={schoolPaths.passengers(row.publicId)}>{row.riders}</a>,
  },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => <Badge tone={row.isActive ? 'good' : 'neutral'}>{row.isActive ? 'Offered' : 'Not offered'}</Badge>,
  },
]

export default function RoutesPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newRoute} variant="next" icon="plus">
      Add route
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Routes" context="Where the school’s vehicles run, and where they stop." action={add} />
      <OfficeList
        path={schoolPaths.transport}
        filePath={schoolPaths.transportFile}
        view={view}
        list={list}
        noun="route"
        caption="Routes"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name, place or stop' }}
        filters={
          <SelectField
            name="state"
            label="Status"
            placeholder="Any"
            defaultValue={view.filters.state}
            options={[
              { value: 'active', label: 'Offered' },
              { value: 'inactive', label: 'Not offered' },
            ]}
          />
        }
        empty={{
          icon: 'bus',
          title: 'No route yet',
          text: 'Routes with their stops will be listed here. Vehicles run on them, and students apply for a seat.',
          action: add,
        }}
      />
    </>
  )
}
