import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { deleteEntry } from '~/models/timetable/delete-entry.server'
import { findEntry } from '~/models/timetable/queries.server'
import { daysInWords } from '~/models/timetable/rules'

export const handle = pageTitle(() => 'Delete timetable entry')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const entry = foundOr404(isPublicId(params.id) ? await findEntry(scope, params.id) : null)
  return {
    id: entry.publicId,
    thing: `${entry.subject} of ${entry.className} ${entry.sectionName}`,
    consequence: `${entry.periodName} on ${daysInWords(entry.days)} becomes free, in ${entry.sessionName}. To free one day only, untick it in the entry.`,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const entry = foundOr404(isPublicId(params.id) ? await findEntry(scope, params.id) : null)
  const outcome = await deleteEntry(scope, entry.publicId)
  if (!outcome.ok) return foundOr404(null)
  const back = schoolPaths.sectionTimetable(entry.sectionPublicId, entry.sessionPublicId)
  return redirectWithToast(back, { type: 'success', title: 'Deleted!' })
}

export default function DeleteEntryPage() {
  const { id, thing, consequence } = useLoaderData<typeof loader>()
  return (
    <DeleteQuestion
      thing={thing}
      consequence={consequence}
      obstacle={null}
      backHref={schoolPaths.editTimetableEntry(id)}
    />
  )
}
