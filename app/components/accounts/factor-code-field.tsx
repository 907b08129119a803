import { fieldProps, type ServerField, TextField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'
import { maxFactorCodeLength } from '~/models/people/accounts/second-factor/second-factor-rules'

/** Code of the authenticator app. Has no `inputMode`, because a recovery code contains letters. */
export function FactorCodeField({ field, hint }: { field: ServerField; hint: string }) {
  return (
    <TextField
      label={m.factor_code()}
      hint={hint}
      required
      maxLength={maxFactorCodeLength}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      {...fieldProps(field)}
    />
  )
}
