import { Form } from '@remix-run/react'
import { accountPaths, paths, type Side } from '~/addresses/paths'
import { CheckboxField, type FormResult, fieldProps, PasswordField, TextField, useServerForm } from '~/components/forms'
import { LinkParagraph, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { FormTrouble } from './form-trouble'
import { secretProps } from './secret-props'

type SignInFormProps = { side: Side; redirectTo: string; lastResult: FormResult | undefined }

type Fields = { email: string; password: string; school: string; shared: boolean; redirectTo: string }

/**
 * Username and password (student specification, section 2). Students and guardians can mark the phone as shared;
 * students see the hint for the first password.
 */
export function SignInForm({ side, redirectTo, lastResult }: SignInFormProps) {
  const { form, fields, formErrors, allErrors } = useServerForm<Fields>({ id: 'login', lastResult })
  const incorrect = formErrors.includes(m.accounts_password_incorrect())
  const asksSchool = formErrors.includes(m.accounts_which_school()) || !!fields.school.initialValue
  const student = side === 'student'
  const family = side !== 'school'
  return (
    <>
      <Form method="post" {...form}>
        <FormTrouble
          formId={form.id}
          allErrors={allErrors}
          title={incorrect ? m.accounts_incorrect_title() : m.accounts_login_failed()}
        >
          {incorrect ? (
            <p>
              <button type="submit" form="reset" className="btn btn-secondary">
                {m.accounts_incorrect_offer()}
              </button>
            </p>
          ) : null}
        </FormTrouble>
        <TextField
          label={family ? m.accounts_username() : m.accounts_email()}
          hint={family ? m.accounts_username_hint() : undefined}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          {...fieldProps(fields.email)}
        />
        <PasswordField
          label={m.accounts_password()}
          hint={student ? m.accounts_birth_hint() : undefined}
          required
          autoComplete="current-password"
          {...secretProps(fields.password)}
        />
        {asksSchool ? (
          <TextField
            label={m.accounts_school_name()}
            hint={m.accounts_school_name_hint()}
            autoComplete="organization"
            {...fieldProps(fields.school)}
          />
        ) : null}
        {family ? (
          <CheckboxField
            label={m.accounts_shared_phone()}
            hint={m.accounts_shared_phone_hint()}
            name={fields.shared.name}
            id={fields.shared.id}
            defaultChecked={fields.shared.initialValue === 'on'}
          />
        ) : null}
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <SubmitButton busyText={m.accounts_login_busy()} className="btn-full">
          {m.accounts_login_button()}
        </SubmitButton>
      </Form>
      {incorrect ? (
        // Posts the typed address, so that it never appears in the address bar.
        <Form id="reset" method="post" action={accountPaths[side].forgotPassword}>
          <input type="hidden" name="email" value={fields.email.initialValue ?? ''} />
        </Form>
      ) : null}
      <LinkParagraph href={accountPaths[side].forgotPassword} label={m.accounts_forgot_link()} />
      {student ? <LinkParagraph href={paths.student.register} label={m.admissions_register_offer()} /> : null}
      {student ? <LinkParagraph href={paths.guardian.login} label={m.guardians_login_link()} /> : null}
      {side === 'guardian' ? (
        <LinkParagraph href={paths.guardian.activate} label={m.guardians_activate_link()} />
      ) : null}
    </>
  )
}
