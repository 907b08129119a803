import { Form } from '@remix-run/react'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { Alert } from '~/components/ui/alert'
import { SubmitButton } from '~/components/ui/submit-button'
import { accountPaths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { resetLinkMinutes } from '~/models/accounts/options'
import { FormTrouble } from './form-trouble'

type ForgotPasswordFormProps = {
  side: 'student' | 'school'
  /** The mail was asked for: the page says so instead of asking. */
  sent: boolean
  lastResult: FormResult | undefined
}

/** Asks for the e-mail of the account; says the same whether or not there is one. */
export function ForgotPasswordForm({ side, sent, lastResult }: ForgotPasswordFormProps) {
  const { form, fields, allErrors } = useServerForm<{ email: string }>({ id: 'forgot', lastResult })
  const back = (
    <p>
      <a className="alone" href={accountPaths[side].login}>
        {m.accounts_back_to_login()}
      </a>
    </p>
  )
  if (sent) {
    return (
      <>
        <Alert tone="good" title={m.accounts_forgot_sent_title()}>
          <p>{m.accounts_forgot_sent_text({ minutes: resetLinkMinutes })}</p>
        </Alert>
        {back}
      </>
    )
  }
  return (
    <>
      <p>{m.accounts_forgot_text()}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_forgot_failed()} />
        <TextField
          label={m.accounts_email()}
          type="email"
          required
          autoComplete="email"
          {...fieldProps(fields.email)}
        />
        <SubmitButton busyText={m.accounts_forgot_busy()} className="btn-full">
          {m.accounts_forgot_button()}
        </SubmitButton>
      </Form>
      {side === 'student' ? <p className="soft">{m.accounts_forgot_no_email()}</p> : null}
      {back}
    </>
  )
}
