import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
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
import { BrowserKeyForm, TariffForm } from './__tariff-form'

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

export default function TransportSettingsPage() {
  const { values, version, hasKey, asksPassword } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const ofKey = reply && 'of' in reply
  return (
    <>
      <PageHead title="Transport settings" context="The school’s tariff, and the key of maps in the browser." />
      <div className="stack">
        <TariffForm
          values={values}
          version={version}
          lastResult={ofKey ? undefined : reply?.result}
          conflict={reply?.conflict ? <ChangedMeanwhile {...reply.conflict} typed={null} /> : undefined}
        />
        <BrowserKeyForm hasKey={hasKey} asksPassword={asksPassword} lastResult={ofKey ? reply.result : undefined} />
      </div>
    </>
  )
}
