import { PasswordField, type ServerField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'
import { staffPasswordLength, studentPasswordLength } from '~/models/accounts/options'
import { secretProps } from './secret-props'

type NewPasswordFieldsProps = {
  side: 'student' | 'school'
  /** 'Password' where there was none before. */
  label?: string
  fields: { password: ServerField; password_confirmation: ServerField }
}

/** The new password, twice. */
export function NewPasswordFields({ side, label, fields }: NewPasswordFieldsProps) {
  const student = side === 'student'
  const count = student ? studentPasswordLength : staffPasswordLength
  return (
    <>
      <PasswordField
        label={label ?? m.accounts_new_password()}
        hint={
          student
            ? m.accounts_new_password_hint({ count })
            : `At least ${count} characters. Not a date, a name or a phone number.`
        }
        required
        minLength={count}
        autoComplete="new-password"
        {...secretProps(fields.password)}
      />
      <PasswordField
        label={m.accounts_confirmation()}
        required
        autoComplete="new-password"
        {...secretProps(fields.password_confirmation)}
      />
    </>
  )
}
