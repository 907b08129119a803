import { PasswordField } from '~/components/forms/password-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'

type Fields = { maps_key: string; password: string }

type MapsKeyFormProps = { lastResult: FormResult | undefined; hasKey: boolean; asksPassword: boolean }

/** The school's key for the maps: it goes in and never comes out again, so the field is always empty. */
export function MapsKeyForm({ lastResult, hasKey, asksPassword }: MapsKeyFormProps) {
  const state = useServerForm<Fields>({ id: 'maps', lastResult })
  const secret = (field: (typeof state.fields)['maps_key' | 'password']) => {
    const { name, id, errors } = fieldProps(field)
    return { name, id, errors }
  }
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <PasswordField
        {...secret(state.fields.maps_key)}
        label="Google Maps key"
        hint={
          hasKey
            ? 'A key is stored. If left blank, it is removed.'
            : 'For the server: restrict it to its IP address, and to Geocoding and Routes.'
        }
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
