import { MoneyField } from '~/components/forms/money-field'
import { PasswordField } from '~/components/forms/password-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'

export type TariffValues = { base_fare: string; per_km: string; deposit: string; annual_discount: string }

/** What a vehicle without a fee of its own costs, and what a year paid at once saves. */
export function TariffForm({ lastResult, values }: { lastResult: FormResult | undefined; values: TariffValues }) {
  const state = useServerForm<TariffValues>({ id: 'tariff', lastResult, defaultValue: values })
  const { fields } = state
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
      <div className="cols">
        <MoneyField {...fieldProps(fields.base_fare)} label="Monthly base fare" />
        <MoneyField {...fieldProps(fields.per_km)} label="Per km" />
        <MoneyField {...fieldProps(fields.deposit)} label="Deposit" hint="Once, with the first payment" />
        <TextField
          {...fieldProps(fields.annual_discount)}
          label="Annual discount, in percent"
          hint="The quarterly discount is 5 percent"
          required
          inputMode="numeric"
          maxLength={2}
        />
      </div>
    </OfficeForm>
  )
}

type BrowserKeyFormProps = {
  lastResult: FormResult | undefined
  hasKey: boolean
  asksPassword: boolean
}

/** The key of the maps that browsers show: it goes in and never comes out on a page of the office. */
export function BrowserKeyForm({ lastResult, hasKey, asksPassword }: BrowserKeyFormProps) {
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
