import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { CurrentPasswordField } from '~/components/accounts/own-password-field'
import { fieldProps, TextField, useServerForm } from '~/components/forms'
import { ButtonLink, Card, PageHead, SubmitButton } from '~/components/ui'
import { readSessionToken } from '~/http/own-cookies.server'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, parseForm, redirectWithToast, requireGuardian } from '~/http/route.server'
import { guardianEmailLink } from '~/http/sign-in.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { guardianSignInSchema } from '~/models/people/accounts/schema'
import { waitWords } from '~/models/people/accounts/sign-in/words.server'
import { changeSignIn } from '~/models/people/guardians/change-sign-in.server'
import { findSignInFacts } from '~/models/people/guardians/own-account.server'
import { accountsSharingAName } from '~/models/people/students/options'

export const handle = pageTitle(() => m.guardians_sign_in_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const { mobileNumber, email } = foundOr404(await findSignInFacts(scope))
  return { mobileNumber, email }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const form = await parseForm(request, guardianSignInSchema, { secret: ['current_password'] })
  if (!form.ok) return form.reply()
  const { mobile_number: mobileNumber = null, email = null, current_password: password } = form.value
  const keepToken = (await readSessionToken(request, 'guardian')) ?? ''
  const newSignIn = { mobileNumber, email, password, language: currentLanguage() }
  const changed = await changeSignIn(scope, newSignIn, { keepToken, linkOf: guardianEmailLink })
  if (changed.ok) {
    const { emailToConfirm } = changed.value
    const message =
      emailToConfirm === null ? m.guardians_sign_in_saved() : m.guardians_sign_in_waits({ email: emailToConfirm })
    return redirectWithToast(paths.guardian.account, { type: 'success', title: m.accounts_updated(), message })
  }
  if (changed.reason === 'slowed') return form.refuse(m.accounts_slowed({ wait: waitWords(changed.waitSeconds) }))
  if (changed.reason === 'wrong-password')
    return form.refuse(null, { current_password: [m.accounts_password_incorrect()] })
  if (changed.reason === 'none-left') return form.refuse(null, { mobile_number: [m.guardians_sign_in_none()] })
  return form.refuse(
    changed.reason === 'crowded'
      ? m.guardians_sign_in_crowded({ count: accountsSharingAName })
      : m.guardians_sign_in_often(),
  )
}

type Fields = Record<'mobile_number' | 'email' | 'current_password', string>

export default function GuardianSignInPage() {
  const { mobileNumber, email } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Fields>({
    id: 'sign-in',
    lastResult,
    defaultValue: { mobile_number: mobileNumber ?? '', email: email ?? '' },
  })
  return (
    <>
      <PageHead title={m.guardians_sign_in_title()} context={m.guardians_sign_in_context()} />
      <Card>
        <Form method="post" {...form}>
          <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_change_failed()} />
          <TextField
            label={m.guardians_mobile()}
            hint={m.guardians_sign_in_mobile_hint()}
            type="tel"
            autoComplete="tel-national"
            {...fieldProps(fields.mobile_number)}
          />
          <TextField
            label={m.accounts_email()}
            hint={m.guardians_sign_in_email_hint()}
            type="email"
            autoComplete="email"
            {...fieldProps(fields.email)}
          />
          <CurrentPasswordField field={fields.current_password} />
          <div className="actions">
            <SubmitButton busyText={m.accounts_saving()}>{m.guardians_sign_in_button()}</SubmitButton>
            <ButtonLink href={paths.guardian.account} variant="secondary" label={m.accounts_cancel()} />
          </div>
        </Form>
      </Card>
    </>
  )
}
