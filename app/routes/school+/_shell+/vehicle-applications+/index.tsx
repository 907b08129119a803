import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfficeList } from '~/components/school/office-list'
import { PageHead } from '~/components/ui/page-head'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { rideColumns } from '~/routes/school+/_shell+/__transport-columns'
import { RideFilters } from '~/routes/school+/_shell+/__transport-filters'
import { vehicleRides } from '~/routes/school+/_shell+/__transport-list.server'

export const handle = pageTitle(() => 'Vehicle applications')

export function loader(args: LoaderFunctionArgs) {
  return vehicleRides(args)
}

export default function VehicleApplicationsPage() {
  const { view, list, routes, sessions } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Vehicle applications" context="Students who applied for a seat in a vehicle on its route." />
      <OfficeList
        path={schoolPaths.vehicleApplications}
        filePath={schoolPaths.vehicleApplicationsFile}
        view={view}
        list={list}
        noun="application"
        caption="Vehicle applications"
        columns={rideColumns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Student, enrollment number, vehicle or address' }}
        filters={<RideFilters chosen={view.filters} routes={routes} sessions={sessions} />}
        empty={{
          icon: 'bus',
          title: 'No vehicle application yet',
          text: 'Students’ applications for a seat in a vehicle will be listed here, to be approved and given a seat.',
        }}
      />
    </>
  )
}
