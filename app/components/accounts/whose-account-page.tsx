import { Form } from '@remix-run/react'
import { accountPaths } from '~/addresses/paths'
import { type FormResult, RadioGroup, useServerForm } from '~/components/forms'
import { LinkParagraph, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { AccountPage } from './account-page'
import { FormTrouble } from './form-trouble'

type WhoseAccountPageProps = {
  side: 'student' | 'guardian'
  choices: Array<{ value: string; label: string; hint?: string }>
  lastResult: FormResult | undefined
}

/** Lets the user choose between the accounts that the username and password match. */
export function WhoseAccountPage({ side, choices, lastResult }: WhoseAccountPageProps) {
  const { form, fields, allErrors } = useServerForm<{ account: string }>({ id: 'whose', lastResult })
  return (
    <AccountPage side={side} title={m.accounts_whose_title()}>
      <p>{m.accounts_whose_text()}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_login_failed()} />
        <RadioGroup
          label={m.accounts_whose_title()}
          name={fields.account.name}
          id={fields.account.id}
          errors={fields.account.errors}
          required
          options={choices}
        />
        <SubmitButton busyText={m.accounts_whose_busy()} className="btn-full">
          {m.accounts_whose_button()}
        </SubmitButton>
      </Form>
      <LinkParagraph href={accountPaths[side].login} label={m.accounts_back_to_login()} />
    </AccountPage>
  )
}
