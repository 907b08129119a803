import { Form } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { secretProps } from '~/components/accounts/secret-props'
import { type PasskeyRequest, usePasskey } from '~/components/accounts/use-passkey'
import { type FormResult, fieldProps, PasswordField, TextField, useServerForm } from '~/components/forms'
import { Alert, Card, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { maxPasskeyNameLength } from '~/models/accounts/second-factor-rules'

type PasskeyFormProps = {
  /** What a passkey is to be made of, once name and password were right. */
  asked: PasskeyRequest | null
  lastResult: FormResult | undefined
}

/** Adds a passkey. Where the browser runs no script or knows no passkeys, it says so. */
export function PasskeyForm({ asked, lastResult }: PasskeyFormProps) {
  const passkey = usePasskey(asked)
  const { form, fields, allErrors } = useServerForm<Record<'name' | 'current_password', string>>({
    id: 'passkey',
    lastResult,
  })
  return (
    <Card title={m.factor_passkey_add()}>
      {passkey.isAble ? (
        <Form method="post" ref={passkey.form} {...form}>
          <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_change_failed()} />
          {passkey.hasFailed ? <Alert tone="bad" title={m.factor_passkey_not_made()} /> : null}
          <TextField
            label={m.factor_passkey_name()}
            hint={m.factor_passkey_name_hint()}
            required
            maxLength={maxPasskeyNameLength}
            autoComplete="off"
            {...fieldProps(fields.name)}
          />
          <PasswordField
            label={m.accounts_current_password()}
            required
            autoComplete="current-password"
            {...secretProps(fields.current_password)}
          />
          <input type="hidden" name="passkey" />
          <SubmitButton busyText={m.accounts_saving()} disabled={passkey.isAsking}>
            {m.factor_passkey_add()}
          </SubmitButton>
        </Form>
      ) : (
        <p>{m.factor_passkey_needs_script()}</p>
      )}
    </Card>
  )
}
