import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { redirectWithToast } from '~/http/toast.server'
import { deleteEvent } from '~/models/notices/delete-event.server'
import { findEvent } from '~/models/notices/list-events.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete event')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const own = idsOf(await teacherSections(staff))
  const event = isPublicId(params.id) ? await findEvent(staff.scope, params.id, own) : null
  const { publicId, title } = foundOr404(event?.mayEdit ? event : null)
  return { id: publicId, title }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteEvent(staff.scope, id, idsOf(await teacherSections(staff)))
  if (!outcome.ok) return foundOr404(null)
  return redirectWithToast(schoolPaths.events, { type: 'success', title: 'Deleted!' })
}

export default function DeleteEventPage() {
  const { id, title } = useLoaderData<typeof loader>()
  return (
    <DeleteQuestion
      thing={`“${title}”`}
      consequence="Students will no longer see it. If it is moved to another day, edit its dates instead."
      obstacle={null}
      backHref={schoolPaths.event(id)}
    />
  )
}
