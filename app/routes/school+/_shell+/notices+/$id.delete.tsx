import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { redirectWithToast } from '~/http/toast.server'
import { deleteNotice } from '~/models/notices/delete-notice.server'
import { findNotice } from '~/models/notices/list-notices.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete notice')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const own = idsOf(await teacherSections(staff))
  const notice = isPublicId(params.id) ? await findNotice(staff.scope, params.id, own) : null
  const { publicId, title } = foundOr404(notice?.mayEdit ? notice : null)
  return { id: publicId, title }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteNotice(staff.scope, id, idsOf(await teacherSections(staff)))
  if (!outcome.ok) return foundOr404(null)
  return redirectWithToast(schoolPaths.notices, { type: 'success', title: 'Deleted!' })
}

export default function DeleteNoticePage() {
  const { id, title } = useLoaderData<typeof loader>()
  return (
    <DeleteQuestion
      thing={`“${title}”`}
      consequence="Nobody will be able to read it, and the record of who has read it is deleted. To end it but keep it, edit its last day."
      obstacle={null}
      backHref={schoolPaths.notice(id)}
    />
  )
}
