import { PasswordField, type ServerField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'
import { secretProps } from './secret-props'

type OwnPasswordFieldProps = { field: ServerField; hint?: string; required?: boolean }

/** Whoever changes rights gives the own password again. */
export function OwnPasswordField({ field, hint, required }: OwnPasswordFieldProps) {
  return (
    <PasswordField
      {...secretProps(field)}
      label="Your own password"
      hint={hint}
      required={required}
      autoComplete="current-password"
    />
  )
}

/** The password as it is, before the own account is changed. */
export function CurrentPasswordField({ field }: { field: ServerField }) {
  return (
    <PasswordField
      label={m.accounts_current_password()}
      required
      autoComplete="current-password"
      {...secretProps(field)}
    />
  )
}
