import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { saveMapsKey } from '~/models/schools/save-settings.server'
import { findSettings } from '~/models/schools/settings.server'
import { mapsKeySchema } from '~/models/schools/settings-schema'
import { MapsKeyForm } from './__maps-key-form'

export const handle = pageTitle(() => 'Maps key', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const { hasMapsKey } = await findSettings(staff.scope)
  return { hasKey: hasMapsKey, asksPassword: !isPasswordFresh(staff) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, mapsKeySchema, { secret: ['maps_key', 'password'] })
  if (!form.ok) return form.reply()
  const wrongPassword = await passwordRefusal(request, staff, form.value.password)
  if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  await saveMapsKey(staff.scope, form.value.maps_key ?? null)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function MapsKeyPage() {
  const { hasKey, asksPassword } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Maps key"
        context="With a key, Google finds addresses and measures distances by road. Without one, a built-in list and straight-line distances are used."
      />
      <MapsKeyForm lastResult={useActionData<typeof action>()} hasKey={hasKey} asksPassword={asksPassword} />
    </>
  )
}
