import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { formKeyOf, type Reply, readForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createVehicle } from '~/models/vehicles/create-vehicle.server'
import { vehicleSchema } from '~/models/vehicles/office-schema'
import { answerPlaceSearch, parsePlaces, takeChosenPlaces } from '~/routes/school+/_shell+/__location-search.server'
import { schoolAsDestination, vehiclePlaces } from '~/routes/school+/_shell+/__transport-office.server'
import { VehicleForm } from './__vehicle-form'

export const handle = pageTitle(() => 'Add vehicle', { hasForm: true })

const nothing = {
  vehicle_number: '',
  vehicle_type: '',
  status: 'active',
  capacity: '',
  driver_name: '',
  driver_phone: '',
  driver_licence: '',
  attendant_name: '',
  attendant_phone: '',
  fee_type: 'per_km',
  amount: '',
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  return { formKey: randomUUID(), values: { ...nothing, ...(await schoolAsDestination(scope)) } }
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null, found: null }, { status: 422 })

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const body = await readForm(request)
  takeChosenPlaces(body, vehiclePlaces)
  const searched = await answerPlaceSearch(scope, body, vehiclePlaces)
  if (searched) return searched
  const form = await parsePlaces(body, vehicleSchema, vehiclePlaces)
  if (!form.ok) return answer(form.reply())
  const created = await createVehicle(scope, formKeyOf(body), form.value)
  if (!created.ok)
    return answer(form.refuse(null, { vehicle_number: ['The school has a vehicle of this number already'] }))
  return redirectWithToast(schoolPaths.vehicle(created.value), {
    type: 'success',
    title: 'Created!',
    message: 'Now add its routes and documents.',
  })
}

export default function NewVehiclePage() {
  const { formKey, values } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add vehicle" context="Its routes, documents and picture are added once it is saved." />
      <VehicleForm
        lastResult={reply?.result}
        values={values}
        of={{ formKey }}
        found={reply?.found ?? null}
        cancelHref={schoolPaths.vehicles}
      />
    </>
  )
}
