import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseFields, type Reply, readForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findMaps } from '~/models/schools/find-maps.server'
import { saveMapsBrowserKey } from '~/models/schools/settings.server'
import { mapsBrowserKeySchema } from '~/models/schools/settings-schema'
import { typedRupees } from '~/models/shared/money'
import { tariffSchema } from '~/models/transport/fare-schema'
import { findTariff, saveTariff } from '~/models/transport/tariff.server'
import { BrowserKeyForm, TariffForm } from './__tariff-form'

export const handle = pageTitle(() => 'Transport settings', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const [tariff, { browserKey }] = await Promise.all([findTariff(staff.scope), findMaps(staff.scope)])
  return {
    values: {
      base_fare: typedRupees(tariff.basePaise),
      per_km: typedRupees(tariff.perKmPaise),
      deposit: typedRupees(tariff.depositPaise),
      annual_discount: String(tariff.annualDiscountPercent),
    },
    hasKey: browserKey !== null,
    asksPassword: !isPasswordFresh(staff),
  }
}

const answer = (of: 'tariff' | 'browser-key', { data: result }: Reply) => data({ of, result }, { status: 422 })

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const body = await readForm(request)
  if (body.get('intent') === 'browser-key') {
    const form = parseFields(body, mapsBrowserKeySchema, { secret: ['maps_browser_key', 'password'] })
    if (!form.ok) return answer('browser-key', form.reply())
    const wrongPassword = await passwordRefusal(request, staff, form.value.password)
    if (wrongPassword) return answer('browser-key', form.refuse(null, { password: [wrongPassword] }))
    await saveMapsBrowserKey(staff.scope, form.value.maps_browser_key ?? null)
  } else {
    const form = parseFields(body, tariffSchema, {})
    if (!form.ok) return answer('tariff', form.reply())
    await saveTariff(staff.scope, form.value)
  }
  return redirectWithToast(schoolPaths.transportSettings, { type: 'success', title: 'Updated!' })
}

export default function TransportSettingsPage() {
  const { values, hasKey, asksPassword } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const resultOf = (of: 'tariff' | 'browser-key') => (reply?.of === of ? reply.result : undefined)
  return (
    <>
      <PageHead title="Transport settings" context="The school’s tariff, and the key of maps in the browser." />
      <div className="stack">
        <TariffForm values={values} lastResult={resultOf('tariff')} />
        <BrowserKeyForm hasKey={hasKey} asksPassword={asksPassword} lastResult={resultOf('browser-key')} />
      </div>
    </>
  )
}
