import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteHostel } from '~/models/hostels/delete-hostel.server'
import { findHostel } from '~/models/hostels/office-hostels.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete hostel')

const obstacle =
  'It has rooms. Delete them first; rooms that students have applied for stay. To remove it from the students’ list, edit it and untick “Open for applications”.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const hostel = foundOr404(isPublicId(params.id) ? await findHostel(scope, params.id) : null)
  return { id: hostel.publicId, name: hostel.name, obstacle: hostel.rooms > 0 ? obstacle : null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const outcome = await deleteHostel(scope, foundOr404(isPublicId(params.id) ? params.id : null))
  if (outcome.ok) return redirectWithToast(schoolPaths.hostels, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeleteHostelPage() {
  const hostel = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={hostel.name}
      consequence="It has no rooms. It will be deleted permanently, with its picture."
      obstacle={hostel.obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.hostel(hostel.id)}
    />
  )
}
