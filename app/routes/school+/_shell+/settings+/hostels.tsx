import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { periodsSchema } from '~/models/hostels/office-schema'
import { listPeriods, savePeriods } from '~/models/hostels/periods.server'
import { PeriodsForm } from './__periods-form'

export const handle = pageTitle(() => 'Hostel settings', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  return { periods: await listPeriods(scope) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, periodsSchema)
  if (!form.ok) return form.reply()
  await savePeriods(scope, form.value.periods)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function HostelSettingsPage() {
  const { periods } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Hostel settings" context="For which periods students may apply for a place." />
      <PeriodsForm periods={periods} lastResult={useActionData<typeof action>()} />
    </>
  )
}
