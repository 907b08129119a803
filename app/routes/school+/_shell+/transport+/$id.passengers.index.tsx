import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, type Column, DataTable, LoneLink, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { expectedWords, phonesOf, sectionText, stopText, timeLabel } from '~/models/money/vehicles/passenger-view'
import { byTrip, listPassengers, type Passenger } from '~/models/money/vehicles/passengers.server'
import { routes } from '~/models/money/vehicles/routes.server'
import { tripClock } from '~/models/money/vehicles/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Passengers')

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, at, thing: route } = await openThing(args, { may: 'transport:view', find: routes.find })
  const runs = byTrip(await listPassengers(scope, route))
  return { id: at, name: route.name, runs, mayNotify: mayStaff(staff.role, 'transport:edit') }
}

const columns: Column<Passenger>[] = [
  {
    label: 'Student',
    role: 'title',
    cell: (row) => (
      <>
        {row.studentName}
        <br />
        <span className="soft small">{sectionText(row)}</span>
        {row.isExpected ? (
          <>
            {' '}
            <Badge tone="warn">{expectedWords}</Badge>
          </>
        ) : null}
      </>
    ),
  },
  { label: 'Parents’ phones', cell: phonesOf },
  { label: 'Emergency contact', cell: (row) => row.emergencyContact },
  { label: 'Stop', cell: stopText },
  { label: 'Pickup', align: 'end', cell: (row) => timeLabel(row.pickupMinute) },
  { label: 'Drop', align: 'end', cell: (row) => timeLabel(row.dropMinute) },
  { label: 'Medical conditions', cell: (row) => row.medicalConditions ?? '–' },
]

export default function PassengersPage() {
  const { id, name, runs, mayNotify } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`Passengers of ${name}`}
        context={
          <>
            <a href={schoolPaths.route(id)}>Back to the route</a>
            {runs.length > 0 ? (
              <>
                {' · '}
                <a href={schoolPaths.passengersFile(id)} data-file>
                  Download CSV
                </a>
              </>
            ) : null}
          </>
        }
        action={
          runs.length > 0 ? (
            <ButtonLink href={schoolPaths.passengerList(id)} variant="next" data-file label="Print (PDF)" />
          ) : undefined
        }
      />
      <div className="stack">
        {runs.length > 0 ? null : (
          <div className="card">
            <p>No student has a seat on this route yet.</p>
          </div>
        )}
        {runs.map(([first, ...others]) =>
          first ? (
            <Card
              key={first.runId}
              title={`${first.vehicleNumber}, ${tripClock(first)}`}
              aside={
                mayNotify ? (
                  <LoneLink
                    href={`${schoolPaths.messagePassengers(first.vehicleId)}?run=${first.runId}`}
                    label="Message to these passengers"
                  />
                ) : undefined
              }
            >
              <p className="soft">{`Driver: ${first.driverName}, ${first.driverPhone}`}</p>
              <DataTable
                caption={`Passengers of ${first.vehicleNumber}`}
                rows={[first, ...others]}
                rowKey={(row) => row.enrollmentNumber}
                columns={columns}
              />
            </Card>
          ) : null,
        )}
      </div>
    </>
  )
}
