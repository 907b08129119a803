import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type FormResult, fieldProps, PasswordField, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { PageHead } from '~/components/ui'
import {
  changesOf,
  isPasswordFresh,
  lockOf,
  parseFields,
  passwordRefusal,
  type Reply,
  readForm,
  redirectWithToast,
  requireStaff,
} from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findMaps } from '~/models/schools/find-maps.server'
import { saveMapsBrowserKey } from '~/models/schools/settings.server'
import { mapsBrowserKeySchema } from '~/models/schools/settings-schema'
import { shownValues } from '~/models/shared/fields'
import { tariffForm } from '~/models/transport/fare-fields'
import { findTariff, saveTariff, tariffSchema } from '~/models/transport/tariff.server'

export const handle = pageTitle(() => 'Transport settings', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const [tariff, { browserKey }] = await Promise.all([findTariff(staff.scope), findMaps(staff.scope)])
  return {
    values: shownValues(tariffForm, tariff),
    version: tariff.version,
    hasKey: browserKey !== null,
    asksPassword: !isPasswordFresh(staff),
  }
}

const answerKey = ({ data: result }: Reply) =>
  data({ of: 'browser-key' as const, result, conflict: null }, { status: 422 })

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const body = await readForm(request)
  if (body.get('intent') === 'browser-key') {
    const form = parseFields(body, mapsBrowserKeySchema, { secret: ['maps_browser_key', 'password'] })
    if (!form.ok) return answerKey(form.reply())
    const wrongPassword = await passwordRefusal(request, staff, form.value.password)
    if (wrongPassword) return answerKey(form.refuse(null, { password: [wrongPassword] }))
    await saveMapsBrowserKey(staff.scope, form.value.maps_browser_key ?? null)
  } else {
    const lock = lockOf(body, await findTariff(staff.scope), (now) => changesOf(tariffForm, now, body))
    const form = parseFields(body, tariffSchema, {})
    if (!form.ok) return lock.answer(form.reply())
    const saved = await saveTariff(staff.scope, lock.version, form.value)
    if (!saved.ok)
      return lock.answer(
        form.refuse('Somebody else saved the tariff since you opened it'),
        await findTariff(staff.scope),
      )
  }
  return redirectWithToast(schoolPaths.transportSettings, { type: 'success', title: 'Updated!' })
}

type Opened = Awaited<ReturnType<typeof loader>>
type TariffReply = Exclude<ReturnType<typeof useActionData<typeof action>>, undefined | { of: 'browser-key' }>

export default function TransportSettingsPage() {
  const { values, version, hasKey, asksPassword } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const ofKey = reply && 'of' in reply
  return (
    <>
      <PageHead title="Transport settings" context="The school’s tariff, and the key of maps in the browser." />
      <div className="stack">
        <TariffForm values={values} version={version} reply={ofKey ? undefined : reply} />
        <BrowserKeyForm hasKey={hasKey} asksPassword={asksPassword} lastResult={ofKey ? reply.result : undefined} />
      </div>
    </>
  )
}

/** What a vehicle without a fee of its own costs, and what a year paid at once saves. */
function TariffForm({ values, version, reply }: Pick<Opened, 'values' | 'version'> & { reply?: TariffReply }) {
  const lastResult = reply?.result
  const state = useServerForm<Record<string, unknown>>({ id: 'tariff', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <h2>Tariff</h2>
      <p className="soft small">
        For vehicles without a fee of their own. Students who have applied pay the fare they were told then.
      </p>
      {reply?.conflict ? <ChangedMeanwhile {...reply.conflict} typed={null} /> : null}
      <input type="hidden" name="version" value={String(state.fields.version?.initialValue ?? version)} />
      <FormRows form={tariffForm} fields={state.fields} />
    </OfficeForm>
  )
}

/** The key of the maps that browsers show: it goes in and never comes out on a page of the office. */
function BrowserKeyForm({
  hasKey,
  asksPassword,
  lastResult,
}: Pick<Opened, 'hasKey' | 'asksPassword'> & { lastResult?: FormResult }) {
  const state = useServerForm<{ maps_browser_key: string; password: string }>({ id: 'browser-key', lastResult })
  const secret = (field: (typeof state.fields)['maps_browser_key' | 'password']) => {
    const { name, id, errors } = fieldProps(field)
    return { name, id, errors }
  }
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save the key"
      cancelHref={schoolPaths.settings}
    >
      <h2>Maps in the browser</h2>
      <p className="soft small">
        A second Google Maps key, restricted to the address of this portal, and to Maps JavaScript, Places (New) and
        Routes: everybody who sees a map can read it. The <a href={schoolPaths.mapsKey}>server’s key</a> is a different
        key.
      </p>
      <input type="hidden" name="intent" value="browser-key" />
      <PasswordField
        {...secret(state.fields.maps_browser_key)}
        label="Browser key"
        hint={hasKey ? 'A key is stored. If left blank, it is removed.' : 'Without one, maps are drawn by the portal.'}
        autoComplete="off"
      />
      {asksPassword ? (
        <PasswordField
          {...secret(state.fields.password)}
          label="Your own password"
          hint="Asked again, because the school pays for the use of the key"
          required
          autoComplete="current-password"
        />
      ) : null}
    </OfficeForm>
  )
}
