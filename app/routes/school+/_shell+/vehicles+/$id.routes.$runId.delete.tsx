import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { runTimes } from '~/models/vehicles/rules'
import { deleteRun } from '~/models/vehicles/save-run.server'
import { requireRun } from '~/routes/school+/_shell+/__transport-office.server'

export const handle = pageTitle(() => 'Remove a vehicle from a route')

const obstacle =
  'Students travel on it or have applied for it, so it is kept with their applications. To stop offering it, change it and untick “Offered”.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place, run } = await requireRun(scope, params)
  const thing = `${run.routeName} (${runTimes(run)}) of ${run.vehicleNumber}`
  return { vehicleId: place.vehicleId, thing, obstacle: run.isAppliedFor ? obstacle : null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place } = await requireRun(scope, params)
  const outcome = await deleteRun(scope, place)
  if (outcome.ok) return redirectWithToast(schoolPaths.vehicle(place.vehicleId), { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeleteRunPage() {
  const run = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={run.thing}
      consequence="Nobody has applied for it. The vehicle will no longer run on this route."
      obstacle={run.obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.vehicle(run.vehicleId)}
    />
  )
}
