import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { LocationForm } from '~/components/settings/location-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findProfile } from '~/models/schools/find-profile.server'
import { locationSchema } from '~/models/schools/settings-schema'
import { saveLocation } from '~/models/schools/update-profile.server'

export const handle = pageTitle(() => 'Location', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const { latitude, longitude } = foundOr404(await findProfile(scope))
  return { values: { latitude: latitude ?? '', longitude: longitude ?? '' } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, locationSchema)
  if (!form.ok) return form.reply()
  await saveLocation(scope, form.value)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function LocationPage() {
  const { values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Location" context="Where the school stands. Any map shows the coordinates of a place." />
      <LocationForm lastResult={useActionData<typeof action>()} values={values} />
    </>
  )
}
