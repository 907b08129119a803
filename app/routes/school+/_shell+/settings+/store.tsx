import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { storeSettingsSchema } from '~/models/shop/office-schema'
import { findStoreSettings, saveStoreSettings } from '~/models/shop/store-settings.server'
import { StoreSettingsForm } from './__store-settings-form'

export const handle = pageTitle(() => 'Store settings', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  return findStoreSettings(scope)
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, storeSettingsSchema)
  if (!form.ok) return form.reply()
  await saveStoreSettings(scope, form.value)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function StoreSettingsPage() {
  const settings = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Store settings" context="How the school’s store sells and hands over goods." />
      <StoreSettingsForm settings={settings} lastResult={useActionData<typeof action>()} />
    </>
  )
}
