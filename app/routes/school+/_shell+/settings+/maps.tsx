import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { readForm, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findSettings, saveMapsKey } from '~/models/core/schools/settings.server'
import { keepMapsKey, mapsKeyView } from './__maps-key.server'
import { MapsKeyForm } from './__maps-key-form'

export const handle = pageTitle(() => 'Maps key', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const { hasMapsKey } = await findSettings(staff.scope)
  return mapsKeyView(staff, hasMapsKey)
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const posted = { request, staff, body: await readForm(request) }
  return keepMapsKey(posted, 'maps_key', saveMapsKey, schoolPaths.settings)
}

export default function MapsKeyPage() {
  return (
    <>
      <PageHead
        title="Maps key"
        context="With a key, Google finds addresses and measures distances by road. Without one, a built-in list and straight-line distances are used."
      />
      <MapsKeyForm
        name="maps_key"
        label="Google Maps key"
        hint="For the server: restrict it to its IP address, and to Geocoding and Routes."
        submit="Save Changes"
        opened={useLoaderData<typeof loader>()}
        answer={useActionData<typeof action>()}
      />
    </>
  )
}
