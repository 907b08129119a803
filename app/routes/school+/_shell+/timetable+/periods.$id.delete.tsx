import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { counted } from '~/models/academics/rules'
import { isPublicId } from '~/models/shared/public-id.server'
import { deletePeriod } from '~/models/timetable/delete-period.server'
import { findPeriod, lessonsIn } from '~/models/timetable/periods.server'
import { slotOf } from '~/models/timetable/rules'

export const handle = pageTitle(() => 'Delete period')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const period = foundOr404(isPublicId(params.id) ? await findPeriod(scope, params.id) : null)
  const lessons = await lessonsIn(scope, period.id)
  return {
    id: period.publicId,
    name: `${period.name} (${slotOf(period)})`,
    obstacle:
      lessons > 0 ? `It has ${counted(lessons, 'lesson')} a week, in all sessions; move or delete them first.` : null,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deletePeriod(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.bellPeriods, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  const obstacle =
    outcome.reason === 'last' ? 'It is the only one; change its times instead.' : 'A lesson has been added to it since.'
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeletePeriodPage() {
  const { id, name, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={name}
      consequence="There is no lesson in it. It will be removed from every day of the week."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.editBellPeriod(id)}
    />
  )
}
