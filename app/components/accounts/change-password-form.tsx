import { Form } from '@remix-run/react'
import { type FormResult, PasswordField, useServerForm } from '~/components/forms'
import { ButtonLink, Card, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { FormTrouble } from './form-trouble'
import { NewPasswordFields } from './new-password-fields'
import { secretProps } from './secret-props'

type Fields = Record<'current_password' | 'password' | 'password_confirmation', string>

type ChangePasswordFormProps = {
  side: 'student' | 'school'
  cancelHref: string
  lastResult: FormResult | undefined
}

/** The old password once and the new one twice, of both roles. */
export function ChangePasswordForm({ side, cancelHref, lastResult }: ChangePasswordFormProps) {
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'change', lastResult })
  return (
    <Card>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_change_failed()} />
        <PasswordField
          label={m.accounts_current_password()}
          required
          autoComplete="current-password"
          {...secretProps(fields.current_password)}
        />
        <NewPasswordFields side={side} fields={fields} />
        <div className="actions">
          <SubmitButton busyText={m.accounts_saving()}>{m.accounts_change_button()}</SubmitButton>
          <ButtonLink href={cancelHref} variant="secondary">
            {m.accounts_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
