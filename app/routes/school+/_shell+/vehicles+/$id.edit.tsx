import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { PageHead } from '~/components/ui/page-head'
import { differences, lockOf } from '~/http/edit-lock.server'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { typedRupees } from '~/models/shared/money'
import type { SchoolScope } from '~/models/shared/scope.server'
import { vehicleSchema } from '~/models/vehicles/office-schema'
import { updateVehicle } from '~/models/vehicles/update-vehicle.server'
import { answerPlaceSearch, parsePlaces, takeChosenPlaces } from '~/routes/school+/_shell+/__location-search.server'
import { RidersAlert, ridersStay } from '~/routes/school+/_shell+/__riders-alert'
import { requireVehicle, vehiclePlaces } from '~/routes/school+/_shell+/__transport-office.server'
import { VehicleForm } from './__vehicle-form'

export const handle = pageTitle(() => 'Edit vehicle', { hasForm: true })

/** The vehicle as its form shows it. */
async function readForEdit(scope: SchoolScope, params: { id?: string }) {
  const vehicle = await requireVehicle(scope, params)
  return {
    id: vehicle.publicId,
    version: vehicle.version,
    riders: vehicle.riders,
    values: {
      vehicle_number: vehicle.vehicleNumber,
      vehicle_type: vehicle.vehicleType,
      status: vehicle.status,
      capacity: String(vehicle.capacity),
      driver_name: vehicle.driverName,
      driver_phone: vehicle.driverPhone,
      driver_licence: vehicle.driverLicence ?? '',
      attendant_name: vehicle.attendantName ?? '',
      attendant_phone: vehicle.attendantPhone ?? '',
      fee_type: vehicle.feeType,
      amount: vehicle.amountPaise === null ? '' : typedRupees(vehicle.amountPaise),
      destination_address: vehicle.destinationAddress ?? '',
      destination_latitude: vehicle.destinationLatitude ?? '',
      destination_longitude: vehicle.destinationLongitude ?? '',
    },
  }
}

const labels = {
  vehicle_number: 'Vehicle number',
  vehicle_type: 'Type',
  status: 'Status',
  capacity: 'Seats for students',
  driver_name: 'Driver',
  driver_phone: 'Driver’s phone',
  driver_licence: 'Driver’s licence',
  attendant_name: 'Attendant',
  attendant_phone: 'Attendant’s phone',
  fee_type: 'Fee',
  amount: 'Amount',
  destination_address: 'Destination',
  destination_latitude: 'Latitude of the destination',
  destination_longitude: 'Longitude of the destination',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  return readForEdit(scope, params)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const stored = await readForEdit(scope, params)
  const body = await readForm(request)
  takeChosenPlaces(body, vehiclePlaces)
  const searched = await answerPlaceSearch(scope, body, vehiclePlaces)
  if (searched) return searched
  const lock = lockOf(body, stored, (now) => differences(labels, now.values, body))
  const form = await parsePlaces(body, vehicleSchema, vehiclePlaces)
  if (!form.ok) return lock.answer(form.reply())
  const outcome = await updateVehicle(scope, stored.id, lock.version, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.vehicle(stored.id), { type: 'success', title: 'Updated!' })
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'number-taken':
      return lock.answer(form.refuse(null, { vehicle_number: ['The school has a vehicle of this number already'] }))
    case 'too-small': {
      const words = `${outcome.taken} ${outcome.taken === 1 ? 'seat on a route is' : 'seats on a route are'} taken: it cannot have fewer`
      return lock.answer(form.refuse(null, { capacity: [words] }))
    }
    case 'changed': {
      const reply = form.refuse('Somebody else saved this vehicle since you opened it')
      return lock.answer(reply, await readForEdit(scope, params))
    }
  }
}

export default function EditVehiclePage() {
  const { id, version, riders, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Edit ${values.vehicle_number}`}
        context="Students who applied earlier keep the fare of that day."
      />
      <RidersAlert riders={riders}>{ridersStay}</RidersAlert>
      <VehicleForm
        lastResult={answer?.result}
        values={values}
        of={{ version }}
        found={answer?.found ?? null}
        conflict={answer?.conflict ? <ChangedMeanwhile {...answer.conflict} /> : undefined}
        cancelHref={schoolPaths.vehicle(id)}
      />
    </>
  )
}
