import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type Column, DataTable } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import {
  documentKindWords,
  paperTones,
  paperWords,
  vehicleStatusTones,
  vehicleStatusWords,
} from '~/models/transport/office-words'
import { listRunsOfVehicle, listVehicleDocuments } from '~/models/vehicles/office-vehicles.server'
import { clockOf, isRunOffered, paperState } from '~/models/vehicles/rules'
import { requireVehicle } from '~/routes/school+/_shell+/__transport-office.server'
import { VehicleFacts } from './__vehicle-facts'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ vehicle }) => vehicle.vehicleNumber)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'transport:view')
  const { id, ...vehicle } = await requireVehicle(scope, params)
  const [drives, papers] = await Promise.all([listRunsOfVehicle(scope, { id }), listVehicleDocuments(scope, { id })])
  const runs = drives.map((run) => ({ ...run, isOffered: isRunOffered({ ...run, vehicleStatus: vehicle.status }) }))
  const today = todayInIndia(new Date())
  const documents = papers.map((paper) => ({
    ...paper,
    state: paperState(paper.expiresOn, today),
    until: paper.expiresOn && formatDay(paper.expiresOn, 'en'),
  }))
  return { vehicle, runs, documents, mayEdit: mayStaff(role, 'transport:edit') }
}

type Run = Shown['runs'][number]
type Paper = Shown['documents'][number]

function runColumns(vehicleId: string, mayEdit: boolean): Column<Run>[] {
  return [
    {
      key: 'route',
      label: 'Route',
      role: 'title',
      cell: (run) => <a href={schoolPaths.route(run.routeId)}>{run.routeName}</a>,
    },
    { key: 'departure', label: 'Departure', align: 'end', cell: (run) => clockOf(run.departureMinute) },
    { key: 'arrival', label: 'Arrival', align: 'end', cell: (run) => clockOf(run.arrivalMinute) },
    {
      key: 'return',
      label: 'Return',
      align: 'end',
      cell: (run) => (run.returnMinute === null ? '–' : clockOf(run.returnMinute)),
    },
    { key: 'taken', label: 'Seats taken', align: 'end', cell: (run) => run.seatsTaken },
    { key: 'free', label: 'Free', align: 'end', cell: (run) => run.seats - run.seatsTaken },
    {
      key: 'fare',
      label: 'Own fare',
      align: 'end',
      cell: (run) => (run.feePaise === null ? '–' : formatPaise(run.feePaise, { style: 'short' })),
    },
    {
      key: 'state',
      label: 'Status',
      cell: (run) => (
        <Badge tone={run.isOffered ? 'good' : 'neutral'}>{run.isOffered ? 'Offered' : 'Not offered'}</Badge>
      ),
    },
    ...(mayEdit
      ? [
          {
            key: 'change',
            label: 'Change',
            cell: (run: Run) => (
              <a
                className="alone"
                href={schoolPaths.editRun(vehicleId, run.publicId)}
                aria-label={`Change ${run.routeName} at ${clockOf(run.departureMinute)}`}
              >
                Change
              </a>
            ),
          },
        ]
      : []),
  ]
}

function paperColumns(vehicleId: string, mayEdit: boolean): Column<Paper>[] {
  return [
    {
      key: 'kind',
      label: 'Document',
      role: 'title',
      cell: (paper) => {
        const name = documentKindWords[paper.kind]
        return mayEdit ? <a href={schoolPaths.editVehicleDocument(vehicleId, paper.publicId)}>{name}</a> : name
      },
    },
    { key: 'number', label: 'Number', cell: (paper) => paper.number ?? '–' },
    { key: 'until', label: 'Valid until', align: 'nowrap', cell: (paper) => paper.until ?? '–' },
    {
      key: 'state',
      label: 'Status',
      cell: (paper) => <Badge tone={paperTones[paper.state]}>{paperWords[paper.state]}</Badge>,
    },
    {
      key: 'file',
      label: 'File',
      cell: (paper) =>
        paper.fileKey === null ? (
          '–'
        ) : (
          <a
            className="alone"
            href={paths.file(paper.fileKey)}
            aria-label={`Open ${documentKindWords[paper.kind]}: ${paper.fileName}`}
          >
            Open
          </a>
        ),
    },
  ]
}

export default function VehiclePage() {
  const { vehicle, runs, documents, mayEdit } = useLoaderData<typeof loader>()
  const id = vehicle.publicId
  const change = (href: string, words: string) =>
    mayEdit ? (
      <a className="alone" href={href}>
        {words}
      </a>
    ) : undefined
  return (
    <>
      <PageHead
        title={vehicle.vehicleNumber}
        context={<Badge tone={vehicleStatusTones[vehicle.status]}>{vehicleStatusWords[vehicle.status]}</Badge>}
      />
      <div className="stack">
        <VehicleFacts vehicle={vehicle} mayEdit={mayEdit} />
        <Card title="Routes" aside={change(schoolPaths.newRun(id), 'Add route')}>
          {runs.length > 0 ? (
            <DataTable
              caption="Routes of the vehicle"
              rows={runs}
              rowKey={(run) => run.publicId}
              columns={runColumns(id, mayEdit)}
            />
          ) : (
            <p>None yet. Students can apply for a seat once it has a route.</p>
          )}
        </Card>
        <Card title="Documents" aside={change(schoolPaths.newVehicleDocument(id), 'Add document')}>
          {documents.length > 0 ? (
            <DataTable
              caption="Documents of the vehicle"
              rows={documents}
              rowKey={(paper) => paper.publicId}
              columns={paperColumns(id, mayEdit)}
            />
          ) : (
            <p>None yet. Registration, insurance, fitness, permit and pollution certificates can be kept here.</p>
          )}
        </Card>
        {mayEdit ? (
          <p className="actions">
            <ButtonLink href={schoolPaths.deleteVehicle(id)} variant="secondary">
              Delete vehicle
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </>
  )
}
