import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { accountPaths, type Side } from '~/addresses/paths'
import { type FormResult, fieldProps, TextField, useServerForm } from '~/components/forms'
import { Alert, LinkParagraph, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { AccountPage } from './account-page'
import { FormTrouble } from './form-trouble'
import { MoveOn } from './move-on'
import { NewPasswordFields } from './new-password-fields'

type Opened = { done: boolean; invited: boolean; email: string; token: string }
type Fields = Record<'email' | 'token' | 'password' | 'password_confirmation', string>

export const resetTitle = (data: { invited: boolean } | undefined) =>
  data?.invited ? m.accounts_choose_title() : m.accounts_reset_title()

/** Sets a password through the mailed link, then redirects to login after 2 s (student specification, section 9). */
export function ResetPasswordPage({ side }: { side: Side }) {
  const opened = useLoaderData() as Opened
  return (
    <AccountPage side={side} title={resetTitle(opened)}>
      {opened.done ? (
        <>
          <Alert tone="good" title={m.accounts_reset_done_title()} text={m.accounts_reset_done_text()} />
          <MoveOn to={accountPaths[side].login} afterMs={2000} />
        </>
      ) : (
        <ResetPasswordForm side={side} />
      )}
    </AccountPage>
  )
}

function ResetPasswordForm({ side }: { side: Side }) {
  const { invited, email, token } = useLoaderData() as Opened
  const lastResult = useActionData() as FormResult | undefined
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'reset', lastResult, defaultValue: { email, token } })
  return (
    <Form method="post" {...form}>
      <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_reset_failed()}>
        <LinkParagraph href={accountPaths[side].forgotPassword} label={m.accounts_link_new()} />
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
        {invited ? m.accounts_choose_button() : m.accounts_reset_button()}
      </SubmitButton>
    </Form>
  )
}
