import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfficeList } from '~/components/school/office-list'
import { PageHead } from '~/components/ui/page-head'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { rideColumns } from '~/routes/school+/_shell+/__transport-columns'
import { RideFilters } from '~/routes/school+/_shell+/__transport-filters'
import { allRides } from '~/routes/school+/_shell+/__transport-list.server'

export const handle = pageTitle(() => 'Transport applications')

export function loader(args: LoaderFunctionArgs) {
  return allRides(args)
}

export default function TransportApplicationsPage() {
  const { view, list, routes, sessions } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Transport applications"
        context="Students who want a seat, by a fare or in a vehicle, who travel and who have stopped."
      />
      <OfficeList
        path={schoolPaths.transportApplications}
        filePath={schoolPaths.transportApplicationsFile}
        view={view}
        list={list}
        noun="application"
        caption="Transport applications"
        columns={rideColumns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Student, enrollment number, vehicle or address' }}
        filters={<RideFilters chosen={view.filters} routes={routes} sessions={sessions} />}
        empty={{
          icon: 'bus',
          title: 'No transport application yet',
          text: 'Students’ applications for a seat will be listed here, to be approved and given a seat.',
        }}
      />
    </>
  )
}
