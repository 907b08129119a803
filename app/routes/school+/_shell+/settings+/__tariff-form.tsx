import type { ReactNode } from 'react'
import { type FormResult, fieldProps, PasswordField, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import type { Shown } from '~/models/shared/fields'
import { tariffForm } from '~/models/transport/fare-fields'

type TariffFormProps = {
  lastResult: FormResult | undefined
  values: Record<string, Shown>
  version: number
  /** Told when somebody else saved meanwhile. */
  conflict: ReactNode
}

/** What a vehicle without a fee of its own costs, and what a year paid at once saves. */
export function TariffForm({ lastResult, values, version, conflict }: TariffFormProps) {
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
      {conflict}
      <input type="hidden" name="version" value={String(state.fields.version?.initialValue ?? version)} />
      <FormRows form={tariffForm} fields={state.fields} />
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
