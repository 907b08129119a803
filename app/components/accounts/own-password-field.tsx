import { PasswordField, type ServerField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'
import { secretProps } from './secret-props'

type OwnPasswordFieldProps = { field: ServerField; hint?: string; required?: boolean }

/** Confirms a change of rights or a payout with the signed-in user's own password. */
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

/** Current password, required before the user's own account changes. */
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
