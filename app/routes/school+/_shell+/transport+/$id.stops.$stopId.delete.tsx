import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteStop } from '~/models/vehicles/save-stop.server'
import { requireStop } from '~/routes/school+/_shell+/__transport-office.server'

export const handle = pageTitle(() => 'Delete stop')

const obstacle =
  'Students have applied for it, so it is kept with their applications. To stop taking applications for it, edit it and leave its fare empty.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place, stop } = await requireStop(scope, params)
  const thing = `${stop.name} of ${stop.routeName}`
  return { routeId: place.routeId, thing, obstacle: stop.isAppliedFor ? obstacle : null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place } = await requireStop(scope, params)
  const outcome = await deleteStop(scope, place)
  if (outcome.ok) return redirectWithToast(schoolPaths.route(place.routeId), { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeleteStopPage() {
  const stop = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={stop.thing}
      consequence="Nobody has applied for it. It will be deleted permanently."
      obstacle={stop.obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.route(stop.routeId)}
    />
  )
}
