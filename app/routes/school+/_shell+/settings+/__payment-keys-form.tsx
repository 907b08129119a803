import { Form } from '@remix-run/react'
import { ErrorSummary } from '~/components/forms/error-summary'
import { PasswordField } from '~/components/forms/password-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { Card } from '~/components/ui/card'
import { SubmitButton } from '~/components/ui/submit-button'

type Fields = { key_id: string; key_secret: string; webhook_secret: string; password: string }

type PaymentKeysFormProps = {
  configured: boolean
  asksPassword: boolean
  lastResult: FormResult | undefined
}

/** The school's Razorpay keys. Secrets go in and never come out again: their fields are always empty. */
export function PaymentKeysForm({ configured, asksPassword, lastResult }: PaymentKeysFormProps) {
  const { form, formErrors, fields } = useServerForm<Fields>({ id: 'keys', lastResult })
  const shown = [fields.key_id, fields.key_secret, fields.webhook_secret, fields.password]
  const errors = [
    ...formErrors.map((message) => ({ message })),
    ...shown.flatMap((field) => (field.errors ?? []).map((message) => ({ id: field.id, message }))),
  ]
  const secret = (field: (typeof shown)[number]) => {
    const { name, id, errors } = fieldProps(field)
    return { name, id, errors }
  }
  const keep = configured ? 'Leave blank to keep the stored one' : undefined
  return (
    <Card title={configured ? 'Change keys' : 'Enter keys'}>
      <ErrorSummary errors={errors} />
      <Form method="post" {...form}>
        <TextField
          {...fieldProps(fields.key_id)}
          label="Key id"
          hint="Razorpay dashboard, Account & Settings, API keys"
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...secret(fields.key_secret)} label="Key secret" hint={keep} autoComplete="off" />
        <PasswordField {...secret(fields.webhook_secret)} label="Webhook secret" hint={keep} autoComplete="off" />
        {asksPassword ? (
          <PasswordField
            {...secret(fields.password)}
            label="Your own password"
            hint="Asked again, because the keys control the money"
            required
            autoComplete="current-password"
          />
        ) : null}
        <div className="actions">
          <SubmitButton busyText="Checking...">Check and save keys</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
