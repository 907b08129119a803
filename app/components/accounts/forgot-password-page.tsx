import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { accountPaths, type Side } from '~/addresses/paths'
import { type FormResult, fieldProps, TextField, useServerForm } from '~/components/forms'
import { Alert, LinkParagraph, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { resetLinkMinutes } from '~/models/people/accounts/options'
import { AccountPage } from './account-page'
import { FormTrouble } from './form-trouble'

/** Requests a reset link by email. Shows the same answer whether or not the account exists. */
export function ForgotPasswordPage({ side }: { side: Side }) {
  const { sent } = useLoaderData() as { sent: boolean }
  const lastResult = useActionData() as FormResult | undefined
  const { form, fields, allErrors } = useServerForm<{ email: string }>({ id: 'forgot', lastResult })
  return (
    <AccountPage side={side} title={m.accounts_forgot_title()}>
      {sent ? (
        <Alert tone="good" title={m.accounts_forgot_sent_title()}>
          <p>{m.accounts_forgot_sent_text({ minutes: resetLinkMinutes })}</p>
        </Alert>
      ) : (
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
          {side === 'guardian' ? <p className="soft">{m.guardians_forgot_no_email()}</p> : null}
        </>
      )}
      <LinkParagraph href={accountPaths[side].login} label={m.accounts_back_to_login()} />
    </AccountPage>
  )
}
