import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteHoliday } from '~/models/attendance/delete-holiday.server'
import { findHoliday } from '~/models/attendance/holidays.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { spanWords } from './__attendance-words'

export const handle = pageTitle(() => 'Delete holiday')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'holidays:edit')
  const found = foundOr404(isPublicId(params.id) ? await findHoliday(scope, params.id) : null)
  return { id: found.publicId, name: found.name, days: spanWords(found.startsOn, found.endsOn) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'holidays:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteHoliday(scope, id)
  if (!outcome.ok) return foundOr404(null)
  return redirectWithToast(schoolPaths.holidays, { type: 'success', title: 'Deleted' })
}

export default function DeleteHolidayPage() {
  const { id, name, days } = useLoaderData<typeof loader>()
  return (
    <DeleteQuestion
      thing={name}
      consequence={`Attendance can be taken again for ${days}.`}
      obstacle={null}
      backHref={schoolPaths.editHoliday(id)}
    />
  )
}
