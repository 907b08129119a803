import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findFare } from '~/models/transport/office-fares.server'
import { deleteFareStructure } from '~/models/transport/save-fare-structure.server'

export const handle = pageTitle(() => 'Delete fare')

const obstacles = {
  'applied-for':
    'Students have applied with it, so it is kept with their applications. To stop offering it, edit it and untick “Offered to students”.',
  'is-default': 'It is the default fare. Make another fare the default, then delete this one.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const fare = foundOr404(isPublicId(params.id) ? await findFare(scope, params.id) : null)
  return { id: fare.publicId, name: fare.name, obstacle: fare.applications > 0 ? obstacles['applied-for'] : null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const outcome = await deleteFareStructure(scope, foundOr404(isPublicId(params.id) ? params.id : null))
  if (outcome.ok) return redirectWithToast(schoolPaths.fareStructures, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacles[outcome.reason] }, { status: 422 })
}

export default function DeleteFareStructurePage() {
  const fare = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={fare.name}
      consequence="No student has applied with it. It will be deleted permanently."
      obstacle={refused?.obstacle ?? fare.obstacle}
      backHref={schoolPaths.editFareStructure(fare.id)}
    />
  )
}
