import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { clockOf } from '~/models/core/shared/time-of-day'
import { listDocuments } from '~/models/money/vehicles/documents.server'
import { documentState, documentStates, isTripOffered } from '~/models/money/vehicles/rules'
import { listTripsOfVehicle } from '~/models/money/vehicles/trips.server'
import {
  documentKindWords,
  vehicleStatusTones,
  vehicleStatusWords,
  vehicleTypeWords,
} from '~/models/money/vehicles/vehicle-fields'
import { vehicles } from '~/models/money/vehicles/vehicles.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { PictureCard } from '../__picture-page'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ vehicle }) => vehicle.vehicleNumber)

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, thing } = await openThing(args, { may: 'transport:view', find: vehicles.find })
  const { id, ...vehicle } = thing
  const [drives, stored] = await Promise.all([listTripsOfVehicle(scope, { id }), listDocuments(scope, { id })])
  const today = todayInIndia(new Date())
  const documents = stored.map((document) => ({
    ...document,
    state: documentState(document.expiresOn, today),
    until: document.expiresOn && formatDay(document.expiresOn, 'en'),
  }))
  const trips = drives.map((trip) => ({ ...trip, isOffered: isTripOffered(trip) }))
  return { vehicle, trips, documents, mayEdit: mayStaff(staff.role, 'transport:edit') }
}

type Trip = Shown['trips'][number]
type Document = Shown['documents'][number]

function tripColumns(vehicleId: string, mayEdit: boolean): Column<Trip>[] {
  return [
    { label: 'Route', role: 'title', cell: (trip) => <a href={schoolPaths.route(trip.route)}>{trip.routeName}</a> },
    { label: 'Departure', align: 'end', cell: (trip) => clockOf(trip.departureMinute) },
    { label: 'Arrival', align: 'end', cell: (trip) => clockOf(trip.arrivalMinute) },
    { label: 'Return', align: 'end', cell: (trip) => (trip.returnMinute === null ? '–' : clockOf(trip.returnMinute)) },
    { label: 'Seats taken', align: 'end', cell: (trip) => trip.seatsTaken },
    { label: 'Free', align: 'end', cell: (trip) => trip.seats - trip.seatsTaken },
    {
      label: 'Own fare',
      align: 'end',
      cell: (trip) => (trip.feePaise === null ? '–' : formatPaise(trip.feePaise, { style: 'short' })),
    },
    {
      label: 'Status',
      cell: (trip) => (
        <Badge tone={trip.isOffered ? 'good' : 'neutral'}>{trip.isOffered ? 'Offered' : 'Not offered'}</Badge>
      ),
    },
    ...(mayEdit
      ? [
          {
            label: 'Change',
            cell: (trip: Trip) => (
              <a
                className="alone"
                href={schoolPaths.editTrip(vehicleId, trip.publicId)}
                aria-label={`Change ${trip.routeName} at ${clockOf(trip.departureMinute)}`}
              >
                Change
              </a>
            ),
          },
        ]
      : []),
  ]
}

function documentColumns(vehicleId: string, mayEdit: boolean): Column<Document>[] {
  return [
    {
      label: 'Document',
      role: 'title',
      cell: (document) => {
        const name = documentKindWords[document.kind]
        return mayEdit ? <a href={schoolPaths.editVehicleDocument(vehicleId, document.publicId)}>{name}</a> : name
      },
    },
    { label: 'Number', cell: (document) => document.number ?? '–' },
    { label: 'Valid until', align: 'nowrap', cell: (document) => document.until ?? '–' },
    {
      label: 'Status',
      cell: (document) => (
        <Badge tone={documentStates[document.state].tone}>{documentStates[document.state].word}</Badge>
      ),
    },
    {
      label: 'File',
      cell: (document) =>
        document.fileKey === null ? (
          '–'
        ) : (
          <a
            className="alone"
            href={paths.file(document.fileKey)}
            aria-label={`Open ${documentKindWords[document.kind]}: ${document.fileName}`}
          >
            Open
          </a>
        ),
    },
  ]
}

export default function VehiclePage() {
  const { vehicle, trips, documents, mayEdit } = useLoaderData<typeof loader>()
  const id = vehicle.publicId
  const attendant = [vehicle.attendantName, vehicle.attendantPhone].filter((part) => part !== null).join(', ')
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
        <Card title="Vehicle" aside={change(schoolPaths.editVehicle(id), 'Edit vehicle')}>
          <DefinitionList
            items={[
              { label: 'Type', value: vehicleTypeWords[vehicle.vehicleType] },
              { label: 'Seats for students', value: String(vehicle.capacity) },
              { label: 'Driver', value: `${vehicle.driverName}, ${vehicle.driverPhone}` },
              { label: 'Driver’s licence', value: vehicle.driverLicence },
              { label: 'Attendant', value: attendant },
              { label: 'Fee', value: feeWords(vehicle) },
              { label: 'Destination', value: vehicle.destinationAddress ?? 'The start of each route' },
            ]}
          />
        </Card>
        <PictureCard
          name={vehicle.vehicleNumber}
          of={vehicle}
          aside={change(schoolPaths.vehiclePicture(id), vehicle.pictureKey ? 'Change picture' : 'Add picture')}
        />
        <Card title="Routes" aside={change(schoolPaths.newTrip(id), 'Add route')}>
          {trips.length > 0 ? (
            <DataTable
              caption="Routes of the vehicle"
              rows={trips}
              rowKey={(trip) => trip.publicId}
              columns={tripColumns(id, mayEdit)}
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
              rowKey={(document) => document.publicId}
              columns={documentColumns(id, mayEdit)}
            />
          ) : (
            <p>None yet. Registration, insurance, fitness, permit and pollution certificates can be kept here.</p>
          )}
        </Card>
        {mayEdit ? (
          <p className="actions">
            {trips.length > 0 ? (
              <ButtonLink href={schoolPaths.messagePassengers(id)} variant="secondary">
                Message to the passengers
              </ButtonLink>
            ) : null}
            <ButtonLink href={schoolPaths.deleteVehicle(id)} variant="secondary">
              Delete vehicle
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </>
  )
}

function feeWords({ feeType, amountPaise }: Shown['vehicle']): string {
  if (amountPaise === null) return 'The school’s tariff'
  const amount = formatPaise(amountPaise, { style: 'short' })
  return feeType === 'fixed' ? `${amount} a month` : `${amount} for each km`
}
