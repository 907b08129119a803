import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findPeriod } from '~/models/timetable/periods.server'
import { periodSchema } from '~/models/timetable/schema'
import { updatePeriod } from '~/models/timetable/update-period.server'
import { PeriodForm } from './__period-form'

export const handle = pageTitle(() => 'Edit period', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const period = foundOr404(isPublicId(params.id) ? await findPeriod(scope, params.id) : null)
  const { publicId, name, startsAt, endsAt, isBreak } = period
  return { id: publicId, title: name, values: { name, starts_at: startsAt, ends_at: endsAt, is_break: isBreak } }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, periodSchema)
  if (!form.ok) return form.reply()
  const outcome = await updatePeriod(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.bellPeriods, { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'overlap') return form.refuse(null, { [outcome.field]: [outcome.message] })
  return form.refuse(null, { is_break: ['This period has lessons; move them first'] })
}

export default function EditPeriodPage() {
  const { id, title, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={title} context="Its lessons move with its times." />
      <PeriodForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        cancelHref={schoolPaths.bellPeriods}
        aside={
          <ButtonLink href={schoolPaths.deleteBellPeriod(id)} variant="quiet">
            Delete this period
          </ButtonLink>
        }
      />
    </>
  )
}
