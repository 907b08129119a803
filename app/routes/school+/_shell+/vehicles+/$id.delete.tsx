import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteVehicle } from '~/models/vehicles/delete-vehicle.server'
import { listRunsOfVehicle } from '~/models/vehicles/office-vehicles.server'
import { requireVehicle } from '~/routes/school+/_shell+/__transport-office.server'

export const handle = pageTitle(() => 'Delete vehicle')

const obstacle =
  'Students travel in it or have applied for a seat, so it is kept with their applications. To stop offering it, edit it and set its status to “Inactive”.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const vehicle = await requireVehicle(scope, params)
  const runs = await listRunsOfVehicle(scope, vehicle)
  const isAppliedFor = runs.some((run) => run.isAppliedFor)
  return { id: vehicle.publicId, number: vehicle.vehicleNumber, obstacle: isAppliedFor ? obstacle : null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const vehicle = await requireVehicle(scope, params)
  const outcome = await deleteVehicle(scope, vehicle.publicId)
  if (outcome.ok) return redirectWithToast(schoolPaths.vehicles, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeleteVehiclePage() {
  const vehicle = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={vehicle.number}
      consequence="Nobody has applied for a seat in it. It will be deleted permanently, with its documents, its picture and its times on routes."
      obstacle={vehicle.obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.vehicle(vehicle.id)}
    />
  )
}
