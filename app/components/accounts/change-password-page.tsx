import { Form, useActionData } from '@remix-run/react'
import type { Side } from '~/addresses/paths'
import { type FormResult, useServerForm } from '~/components/forms'
import { ButtonLink, Card, PageHead, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { FormTrouble } from './form-trouble'
import { NewPasswordFields } from './new-password-fields'
import { CurrentPasswordField } from './own-password-field'

type Fields = Record<'current_password' | 'password' | 'password_confirmation', string>

type ChangePasswordPageProps = { side: Side; context?: string; cancelHref: string }

export function ChangePasswordPage({ side, context, cancelHref }: ChangePasswordPageProps) {
  const lastResult = useActionData() as FormResult | undefined
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'change', lastResult })
  return (
    <>
      <PageHead title={m.accounts_change_title()} context={context} />
      <Card>
        <Form method="post" {...form}>
          <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_change_failed()} />
          <CurrentPasswordField field={fields.current_password} />
          <NewPasswordFields side={side} fields={fields} />
          <div className="actions">
            <SubmitButton busyText={m.accounts_saving()}>{m.accounts_change_button()}</SubmitButton>
            <ButtonLink href={cancelHref} variant="secondary" label={m.accounts_cancel()} />
          </div>
        </Form>
      </Card>
    </>
  )
}
