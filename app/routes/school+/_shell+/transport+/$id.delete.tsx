import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteRoute } from '~/models/vehicles/delete-route.server'
import { requireRoute } from '~/routes/school+/_shell+/__transport-office.server'

export const handle = pageTitle(() => 'Delete route')

const obstacles = {
  'has-runs':
    'Vehicles run on it. Remove it from their pages first. To remove it from the students’ list, edit it and untick “Offered to students”.',
  'applied-for':
    'Students have applied for it or for one of its stops, so it is kept with their applications. To stop offering it, edit it and untick “Offered to students”.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const route = await requireRoute(scope, params)
  return { id: route.publicId, name: route.name, obstacle: route.vehicles > 0 ? obstacles['has-runs'] : null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const route = await requireRoute(scope, params)
  const outcome = await deleteRoute(scope, route.publicId)
  if (outcome.ok) return redirectWithToast(schoolPaths.transport, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacles[outcome.reason] }, { status: 422 })
}

export default function DeleteRoutePage() {
  const route = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={route.name}
      consequence="No vehicle runs on it. It will be deleted permanently, with its stops."
      obstacle={refused?.obstacle ?? route.obstacle}
      backHref={schoolPaths.route(route.id)}
    />
  )
}
