import { Form } from '@remix-run/react'
import { FactorCodeField } from '~/components/accounts/factor-code-field'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { CurrentPasswordField } from '~/components/accounts/own-password-field'
import { type FormResult, useServerForm } from '~/components/forms'
import { ButtonLink, Card, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type ChangeFactorFormProps = {
  text: string
  button: string
  isDangerous?: boolean
  /** Requires the password only. */
  withoutCode?: boolean
  cancelHref: string
  lastResult: FormResult | undefined
}

/**
 * Form with password and code, to turn off the second factor or renew its recovery codes; with the password only, to
 * remove a passkey.
 */
export function ChangeFactorForm({
  text,
  button,
  isDangerous,
  withoutCode,
  cancelHref,
  lastResult,
}: ChangeFactorFormProps) {
  const { form, fields, allErrors } = useServerForm<Record<'current_password' | 'code', string>>({
    id: 'factor',
    lastResult,
  })
  return (
    <Card>
      <p>{text}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_change_failed()} />
        <CurrentPasswordField field={fields.current_password} />
        {withoutCode ? null : <FactorCodeField field={fields.code} hint={m.factor_code_hint()} />}
        <div className="actions">
          <SubmitButton variant={isDangerous ? 'danger' : 'primary'} busyText={m.accounts_saving()}>
            {button}
          </SubmitButton>
          <ButtonLink href={cancelHref} variant="secondary" label={m.accounts_cancel()} />
        </div>
      </Form>
    </Card>
  )
}
