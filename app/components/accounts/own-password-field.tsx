import { PasswordField, type ServerField } from '~/components/forms'
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
