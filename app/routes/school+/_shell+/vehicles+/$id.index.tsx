import { Badge, LoneLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { aloneOf, type ShownColumn, shownTable, showPage } from '~/kit/pages/show-page'
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
import { PictureCard } from '../__picture-page'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ vehicle }) => vehicle.vehicleNumber)

export const loader = showLoader({ may: 'transport:view', find: vehicles.find }, async (thing, { scope, may }) => {
  const { id, ...vehicle } = thing
  const [drives, stored] = await Promise.all([listTripsOfVehicle(scope, { id }), listDocuments(scope, { id })])
  const today = todayInIndia(new Date())
  const documents = stored.map((document) => ({
    ...document,
    state: documentState(document.expiresOn, today),
    until: document.expiresOn && formatDay(document.expiresOn, 'en'),
  }))
  const trips = drives.map((trip) => ({ ...trip, isOffered: isTripOffered(trip) }))
  return { vehicle, trips, documents, mayEdit: may('transport:edit') }
})

type Trip = Shown['trips'][number]
type Document = Shown['documents'][number]

function tripColumns(vehicleId: string, mayEdit: boolean): (ShownColumn<Trip> | false)[] {
  return [
    { label: 'Route', role: 'title', value: 'routeName', href: (trip) => schoolPaths.route(trip.route) },
    { label: 'Departure', align: 'end', cell: (trip) => clockOf(trip.departureMinute) },
    { label: 'Arrival', align: 'end', cell: (trip) => clockOf(trip.arrivalMinute) },
    {
      label: 'Return',
      align: 'end',
      value: (trip) => (trip.returnMinute === null ? null : clockOf(trip.returnMinute)),
    },
    { label: 'Seats taken', align: 'end', value: 'seatsTaken' },
    { label: 'Free', align: 'end', cell: (trip) => trip.seats - trip.seatsTaken },
    {
      label: 'Own fare',
      align: 'end',
      cell: (trip) => (trip.feePaise === null ? '–' : formatPaise(trip.feePaise, { style: 'short' })),
    },
    {
      label: 'Status',
      value: (trip) => (trip.isOffered ? 'Offered' : 'Not offered'),
      tone: (trip) => (trip.isOffered ? 'good' : 'neutral'),
    },
    mayEdit && {
      label: 'Change',
      cell: (trip) => (
        <LoneLink
          href={schoolPaths.editTrip(vehicleId, trip.publicId)}
          aria-label={`Change ${trip.routeName} at ${clockOf(trip.departureMinute)}`}
          label="Change"
        />
      ),
    },
  ]
}

function documentColumns(vehicleId: string, mayEdit: boolean): ShownColumn<Document>[] {
  return [
    {
      label: 'Document',
      role: 'title',
      value: (document) => documentKindWords[document.kind],
      href: (document) => (mayEdit ? schoolPaths.editVehicleDocument(vehicleId, document.publicId) : null),
    },
    { label: 'Number', value: 'number' },
    { label: 'Valid until', align: 'nowrap', value: 'until' },
    {
      label: 'Status',
      value: (document) => documentStates[document.state].word,
      tone: (document) => documentStates[document.state].tone,
    },
    {
      label: 'File',
      cell: (document) =>
        document.fileKey === null ? (
          '–'
        ) : (
          <LoneLink
            href={paths.file(document.fileKey)}
            aria-label={`Open ${documentKindWords[document.kind]}: ${document.fileName}`}
            label="Open"
          />
        ),
    },
  ]
}

export default showPage<typeof loader>(({ vehicle, trips, documents, mayEdit }) => {
  const id = vehicle.publicId
  const changePicture = {
    label: vehicle.pictureKey ? 'Change picture' : 'Add picture',
    href: schoolPaths.vehiclePicture(id),
  }
  return {
    title: vehicle.vehicleNumber,
    context: <Badge tone={vehicleStatusTones[vehicle.status]}>{vehicleStatusWords[vehicle.status]}</Badge>,
    parts: [
      {
        title: 'Vehicle',
        aside: mayEdit && { label: 'Edit vehicle', href: schoolPaths.editVehicle(id) },
        facts: {
          Type: vehicleTypeWords[vehicle.vehicleType],
          'Seats for students': String(vehicle.capacity),
          Driver: `${vehicle.driverName}, ${vehicle.driverPhone}`,
          'Driver’s licence': vehicle.driverLicence,
          Attendant: [vehicle.attendantName, vehicle.attendantPhone].filter((part) => part !== null).join(', '),
          Fee: feeWords(vehicle),
          Destination: vehicle.destinationAddress ?? 'The start of each route',
        },
      },
      <PictureCard
        key="picture"
        name={vehicle.vehicleNumber}
        of={vehicle}
        aside={mayEdit ? aloneOf(changePicture) : undefined}
      />,
      {
        title: 'Routes',
        aside: mayEdit && { label: 'Add route', href: schoolPaths.newTrip(id) },
        content: shownTable({
          caption: 'Routes of the vehicle',
          rows: trips,
          columns: tripColumns(id, mayEdit),
          empty: 'None yet. Students can apply for a seat once it has a route.',
        }),
      },
      {
        title: 'Documents',
        aside: mayEdit && { label: 'Add document', href: schoolPaths.newVehicleDocument(id) },
        content: shownTable({
          caption: 'Documents of the vehicle',
          rows: documents,
          columns: documentColumns(id, mayEdit),
          empty: 'None yet. Registration, insurance, fitness, permit and pollution certificates can be kept here.',
        }),
      },
    ],
    footer: mayEdit && [
      trips.length > 0 && { label: 'Message to the passengers', href: schoolPaths.messagePassengers(id) },
      { label: 'Delete vehicle', href: schoolPaths.deleteVehicle(id) },
    ],
  }
})

function feeWords({ feeType, amountPaise }: Shown['vehicle']): string {
  if (amountPaise === null) return 'The school’s tariff'
  const amount = formatPaise(amountPaise, { style: 'short' })
  return feeType === 'fixed' ? `${amount} a month` : `${amount} for each km`
}
