import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { secretProps } from '~/components/accounts/secret-props'
import { PasswordField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { isPasswordFresh, parseConfirmed, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findSettings, saveMapsKey } from '~/models/schools/settings.server'
import { mapsKeySchema } from '~/models/schools/settings-schema'

export const handle = pageTitle(() => 'Maps key', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const { hasMapsKey } = await findSettings(staff.scope)
  return { hasKey: hasMapsKey, asksPassword: !isPasswordFresh(staff) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const form = await parseConfirmed(request, staff, mapsKeySchema, ['maps_key'])
  if (!form.ok) return form.reply()
  await saveMapsKey(staff.scope, form.value.maps_key ?? null)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

/** The school's key for the maps: it goes in and never comes out again, so the field is always empty. */
export default function MapsKeyPage() {
  const { hasKey, asksPassword } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<{ maps_key: string; password: string }>({ id: 'maps', lastResult })
  return (
    <>
      <PageHead
        title="Maps key"
        context="With a key, Google finds addresses and measures distances by road. Without one, a built-in list and straight-line distances are used."
      />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Update Failed"
        submit="Save Changes"
        cancelHref={schoolPaths.settings}
      >
        <PasswordField
          {...secretProps(state.fields.maps_key)}
          label="Google Maps key"
          hint={
            hasKey
              ? 'A key is stored. If left blank, it is removed.'
              : 'For the server: restrict it to its IP address, and to Geocoding and Routes.'
          }
          autoComplete="off"
        />
        {asksPassword ? (
          <OwnPasswordField
            field={state.fields.password}
            hint="Asked again, because the school pays for the use of the key"
            required
          />
        ) : null}
      </OfficeForm>
    </>
  )
}
