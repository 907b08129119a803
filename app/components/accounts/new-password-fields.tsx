import type { Side } from '~/addresses/paths'
import { PasswordField, type ServerField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'
import { staffPasswordLength, studentPasswordLength } from '~/models/people/accounts/options'
import { secretProps } from './secret-props'

type NewPasswordFieldsProps = {
  side: Side
  /** The account has no password yet. */
  first?: boolean
  fields: { password: ServerField; password_confirmation: ServerField }
}

export function NewPasswordFields({ side, first, fields }: NewPasswordFieldsProps) {
  const isOffice = side === 'school'
  const count = isOffice ? staffPasswordLength : studentPasswordLength
  return (
    <>
      <PasswordField
        label={first ? m.accounts_password() : m.accounts_new_password()}
        hint={
          isOffice
            ? `At least ${count} characters. Not a date, a name or a phone number.`
            : m.accounts_new_password_hint({ count })
        }
        required
        minLength={count}
        autoComplete="new-password"
        {...secretProps(fields.password)}
      />
      <PasswordField
        label={first ? m.accounts_first_confirmation() : m.accounts_confirmation()}
        required
        autoComplete="new-password"
        {...secretProps(fields.password_confirmation)}
      />
    </>
  )
}
