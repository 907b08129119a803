import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { EditLock } from '~/components/school/edit-lock'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { changesOf, lockOf, parseFields, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { shownValues } from '~/kit/forms/fields'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { saveMapsBrowserKey } from '~/models/core/schools/settings.server'
import { tariffForm } from '~/models/money/transport/fare-fields'
import { findTariff, saveTariff, tariffSchema } from '~/models/money/transport/tariff.server'
import { keepMapsKey, mapsKeyView } from './__maps-key.server'
import { MapsKeyForm } from './__maps-key-form'

export const handle = pageTitle(() => 'Transport settings', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const [tariff, { browserKey }] = await Promise.all([findTariff(staff.scope), findMaps(staff.scope)])
  const key = await mapsKeyView(staff, browserKey !== null)
  return { values: shownValues(tariffForm, tariff), version: tariff.version, key }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const body = await readForm(request)
  const to = schoolPaths.transportSettings
  if (body.get('intent') === 'browser-key')
    return keepMapsKey({ request, staff, body }, 'maps_browser_key', saveMapsBrowserKey, to)
  const lock = lockOf(body, await findTariff(staff.scope), (now) => changesOf(tariffForm, now, body))
  const form = parseFields(body, tariffSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const saved = await saveTariff(staff.scope, lock.version, form.value)
  if (saved.ok) return redirectWithToast(to, { type: 'success', title: 'Updated!' })
  return lock.answer(form.refuse('Another person saved the tariff since you opened it'), await findTariff(staff.scope))
}

export default function TransportSettingsPage() {
  const { values, version, key } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const ofKey = answer?.result.initialValue?.intent === 'browser-key'
  const ofTariff = ofKey ? undefined : answer
  const lastResult = ofTariff?.result
  const state = useServerForm<Record<string, unknown>>({ id: 'tariff', lastResult, defaultValue: values })
  return (
    <>
      <PageHead title="Transport settings" context="The school’s tariff, and the key for maps in the browser." />
      <div className="stack">
        <OfficeForm state={state} lastResult={lastResult} cancelHref={schoolPaths.settings}>
          <h2>Tariff</h2>
          <p className="soft small">
            For vehicles without their own fee. Students who have already applied keep the fare they were shown.
          </p>
          <EditLock version={version} field={state.fields.version} conflict={ofTariff?.conflict} />
          <FormRows form={tariffForm} fields={state.fields} />
        </OfficeForm>
        <MapsKeyForm
          name="maps_browser_key"
          label="Browser key"
          hint="Without one, maps are drawn by the portal."
          submit="Save the key"
          opened={key}
          answer={ofKey ? answer : undefined}
        >
          <h2>Maps in the browser</h2>
          <p className="soft small">
            A second Google Maps key, restricted to the address of this portal, and to Maps JavaScript, Places (New) and
            Routes. Anyone who sees a map can read this key. The <a href={schoolPaths.mapsKey}>server’s key</a> is a
            different key.
          </p>
          <input type="hidden" name="intent" value="browser-key" />
        </MapsKeyForm>
      </div>
    </>
  )
}
