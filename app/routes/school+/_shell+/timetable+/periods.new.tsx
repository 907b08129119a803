import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createPeriod } from '~/models/timetable/create-period.server'
import { mostPeriods } from '~/models/timetable/options'
import { listPeriods } from '~/models/timetable/periods.server'
import { suggestPeriod } from '~/models/timetable/rules'
import { periodSchema } from '~/models/timetable/schema'
import { PeriodForm } from './__period-form'

export const handle = pageTitle(() => 'Add period', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const { name, startsAt, endsAt } = suggestPeriod((await listPeriods(scope)).periods)
  return { values: { name, starts_at: startsAt, ends_at: endsAt, is_break: false } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const form = await parseForm(request, periodSchema)
  if (!form.ok) return form.reply()
  const outcome = await createPeriod(scope, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.bellPeriods, { type: 'success', title: 'Created!' })
  if (outcome.reason === 'overlap') return form.refuse(null, { [outcome.field]: [outcome.message] })
  return form.refuse(`A day has at most ${mostPeriods} periods and breaks`)
}

export default function NewPeriodPage() {
  const { values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add period" />
      <PeriodForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={values}
        cancelHref={schoolPaths.bellPeriods}
      />
    </>
  )
}
