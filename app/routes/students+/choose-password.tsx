import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { CheckboxField, fieldProps, TextField, useServerForm } from '~/components/forms'
import { LinkParagraph, SubmitButton } from '~/components/ui'
import { ownPath, pageTitle, paths } from '~/http/paths'
import { parseForm, requireActivatingStudent } from '~/http/route.server'
import { browserOf, enterAsStudent } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { requiresActivationCode } from '~/models/people/accounts/passwords/activation-code.server'
import { choosePassword } from '~/models/people/accounts/passwords/choose-password.server'
import { choosePasswordSchema } from '~/models/people/accounts/schema'
import { passwordProblemWords, waitWords } from '~/models/people/accounts/sign-in/words.server'

export const handle = pageTitle(() => m.accounts_choose_title(), { hasForm: true })

/** Shows no personal data: a date of birth alone must not reveal a name. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await requireActivatingStudent(context, request)
  const query = new URL(request.url).searchParams
  return {
    redirectTo: ownPath(query.get('redirectTo'), ''),
    shared: query.get('shared') === '1',
    asksCode: await requiresActivationCode(student.scope),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireActivatingStudent(context, request)
  const form = await parseForm(request, choosePasswordSchema, { secret: ['password', 'password_confirmation'] })
  if (!form.ok) return form.reply()
  const browser = await browserOf(request, 'student', form.value.shared)
  const outcome = await choosePassword(student.scope, form.value, browser)
  if (outcome.ok) {
    const toast = { title: m.accounts_logged_in(), message: m.accounts_password_chosen() }
    return enterAsStudent(outcome.value, browser, form.value.redirectTo, toast)
  }
  switch (outcome.reason) {
    case 'already-chosen':
      return form.refuse(m.accounts_already_chosen())
    case 'slowed':
      return form.refuse(null, { code: [m.accounts_code_slowed({ wait: waitWords(outcome.waitSeconds) })] })
    case 'code-required':
      return form.refuse(null, { code: [m.accounts_code_required()] })
    case 'wrong-code':
      return form.refuse(null, { code: [m.accounts_code_wrong()] })
    default:
      return form.refuse(null, { password: [passwordProblemWords(outcome.reason, 'student')] })
  }
}

type Fields = { code: string; password: string; password_confirmation: string; shared: boolean; redirectTo: string }

export default function ChoosePasswordPage() {
  const { redirectTo, shared, asksCode } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'choose', lastResult })
  const wasTicked = lastResult ? fields.shared.initialValue === 'on' : shared
  return (
    <AccountPage side="student" title={m.accounts_choose_title()}>
      <p>{m.accounts_choose_text()}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_change_failed()} />
        {asksCode ? (
          <TextField
            label={m.accounts_code()}
            hint={m.accounts_code_hint()}
            required
            maxLength={60}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...fieldProps(fields.code)}
          />
        ) : null}
        <NewPasswordFields side="student" fields={fields} />
        <CheckboxField
          label={m.accounts_shared_phone()}
          hint={m.accounts_shared_phone_hint()}
          name={fields.shared.name}
          id={fields.shared.id}
          defaultChecked={wasTicked}
        />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <SubmitButton busyText={m.accounts_saving()} className="btn-full">
          {m.accounts_choose_button()}
        </SubmitButton>
      </Form>
      <LinkParagraph href={paths.student.logout} label={m.accounts_logout_title()} />
    </AccountPage>
  )
}
