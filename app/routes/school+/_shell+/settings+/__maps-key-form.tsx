import type { ReactNode } from 'react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { secretProps } from '~/components/accounts/secret-props'
import { CheckboxField, type FormResult, fieldProps, PasswordField, useServerForm } from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import type { mapsKeyView } from './__maps-key.server'

type MapsKeyFormProps = {
  name: 'maps_key' | 'maps_browser_key'
  label: string
  /** Hint shown while no key is stored. */
  hint: string
  submit: string
  opened: Awaited<ReturnType<typeof mapsKeyView>>
  answer: { result: FormResult; conflict: { version: number; changes: string[] } | null } | undefined
  children?: ReactNode
}

/** Form for a maps key. A stored key never appears on an office page, so the field is always empty. */
export function MapsKeyForm({ name, label, hint, submit, opened, answer, children }: MapsKeyFormProps) {
  const lastResult = answer?.result
  const state = useServerForm<Record<typeof name | 'remove' | 'password' | 'version', string>>({ id: name, lastResult })
  return (
    <OfficeForm state={state} lastResult={lastResult} submit={submit} cancelHref={schoolPaths.settings}>
      {children}
      <EditLock version={opened.version} field={state.fields.version} conflict={answer?.conflict} />
      <PasswordField
        {...secretProps(state.fields[name])}
        label={label}
        hint={opened.hasKey ? 'A key is stored. A new one replaces it.' : hint}
        autoComplete="off"
      />
      {opened.hasKey ? <CheckboxField {...fieldProps(state.fields.remove)} label="Remove the stored key" /> : null}
      {opened.asksPassword ? (
        <OwnPasswordField
          field={state.fields.password}
          hint="Enter it again, because the school pays for the use of the key"
          required
        />
      ) : null}
    </OfficeForm>
  )
}
