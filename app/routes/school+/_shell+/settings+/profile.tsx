import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findProfile } from '~/models/schools/find-profile.server'
import { profileSchema } from '~/models/schools/schema'
import { updateProfile } from '~/models/schools/update-profile.server'
import { ProfileForm } from './__profile-form'

export const handle = pageTitle(() => 'School profile', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const { name, email, phone, address, board, affiliationNumber } = foundOr404(await findProfile(scope))
  return { values: { name, email, phone, address, board: board ?? '', affiliation_number: affiliationNumber ?? '' } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, profileSchema)
  if (!form.ok) return form.reply()
  await updateProfile(scope, form.value)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function SchoolProfilePage() {
  const { values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="School profile"
        context="The school’s name and contact details, as shown on pages, letters and receipts."
      />
      <ProfileForm lastResult={useActionData<typeof action>()} values={values} />
    </>
  )
}
