import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { mostGrades } from '~/models/schools/options'
import { saveAcademicSettings } from '~/models/schools/save-settings.server'
import { findSettings, listGradeBands } from '~/models/schools/settings.server'
import { academicSettingsSchema } from '~/models/schools/settings-schema'
import { AcademicSettingsForm } from './__academic-settings-form'

export const handle = pageTitle(() => 'Year, rank and grades', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const [settings, bands] = await Promise.all([findSettings(scope), listGradeBands(scope)])
  return {
    values: {
      year_starts_month: String(settings.yearStartsMonth),
      rank_shown: settings.rankShown,
      bands: Array.from({ length: mostGrades }, (_, index) => {
        const band = bands[index]
        return { grade: band?.grade ?? '', from_percent: band ? String(band.fromPercent) : '' }
      }),
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, academicSettingsSchema)
  if (!form.ok) return form.reply()
  await saveAcademicSettings(scope, form.value)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function AcademicSettingsPage() {
  const { values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Year, rank and grades" context="The CBSE grades are used until the school changes them." />
      <AcademicSettingsForm lastResult={useActionData<typeof action>()} values={values} />
    </>
  )
}
