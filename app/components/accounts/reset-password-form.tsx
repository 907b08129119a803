import { Form } from '@remix-run/react'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { Alert } from '~/components/ui/alert'
import { SubmitButton } from '~/components/ui/submit-button'
import { accountPaths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { FormTrouble } from './form-trouble'
import { MoveOn } from './move-on'
import { NewPasswordFields } from './new-password-fields'

type ResetPasswordFormProps = {
  side: 'student' | 'school'
  /** From the link in the mail. */
  email: string
  token: string
  lastResult: FormResult | undefined
  /** There is no password yet: nothing is reset, one is chosen. */
  isFirst?: boolean
}

type Fields = { email: string; token: string; password: string; password_confirmation: string }

/** Sets a new password by the mailed link (SP section 2). */
export function ResetPasswordForm({ side, email, token, lastResult, isFirst }: ResetPasswordFormProps) {
  const { form, fields, allErrors } = useServerForm<Fields>({
    id: 'reset',
    lastResult,
    defaultValue: { email, token },
  })
  return (
    <Form method="post" {...form}>
      <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_reset_failed()}>
        <p>
          <a className="alone" href={accountPaths[side].forgotPassword}>
            {m.accounts_link_new()}
          </a>
        </p>
      </FormTrouble>
      <TextField
        label={m.accounts_email()}
        type="email"
        required
        autoComplete="username"
        {...fieldProps(fields.email)}
      />
      <TextField
        label={m.accounts_token()}
        hint={m.accounts_token_hint()}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldProps(fields.token)}
      />
      <NewPasswordFields side={side} fields={fields} />
      <SubmitButton busyText={m.accounts_reset_busy()} className="btn-full">
        {isFirst ? m.accounts_choose_button() : m.accounts_reset_button()}
      </SubmitButton>
    </Form>
  )
}

/** After a reset; goes to login after 2 s (SP section 9). */
export function ResetDone({ side }: { side: 'student' | 'school' }) {
  return (
    <>
      <Alert tone="good" title={m.accounts_reset_done_title()}>
        <p>{m.accounts_reset_done_text()}</p>
      </Alert>
      <MoveOn to={accountPaths[side].login} afterMs={2000} />
    </>
  )
}
