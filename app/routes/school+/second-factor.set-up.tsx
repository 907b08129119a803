import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { CurrentPasswordField } from '~/components/accounts/own-password-field'
import { useServerForm } from '~/components/forms'
import { LinkParagraph, SubmitButton } from '~/components/ui'
import { isPasswordFresh, parseForm, requireStaffSettingUp, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { findSecondFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import { startFactorSchema } from '~/models/people/accounts/second-factor/second-factor-schema'
import { startSecondFactor } from '~/models/people/accounts/second-factor/set-up-second-factor.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { currentPasswordErrors } from './__second-factor.server'

export const handle = pageTitle(() => m.factor_setup_title(), { hasForm: true })

/** False directly after sign-in, when the user has just entered the password. */
function asksPassword(staff: StaffSession): boolean {
  return staff.stage === 'full' || !isPasswordFresh(staff)
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaffSettingUp(context, request)
  const { confirmedAt } = await findSecondFactor(staff.scope)
  if (confirmedAt) throw redirect(schoolPaths.account)
  return { isDemanded: staff.stage === 'set-up-factor', asksPassword: asksPassword(staff) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaffSettingUp(context, request)
  const form = await parseForm(request, startFactorSchema, { secret: ['current_password'] })
  if (!form.ok) return form.reply()
  if (asksPassword(staff)) {
    const password = form.value.current_password
    if (password === '') return form.refuse(null, { current_password: [m.accounts_current_password_required()] })
    const errors = await currentPasswordErrors(request, staff, password)
    if (errors) return form.refuse(null, errors)
  }
  const started = await startSecondFactor(staff.scope)
  return started.ok ? seeOther(schoolPaths.confirmFactor) : form.refuse(m.factor_already_on())
}

export default function SetUpFactorPage() {
  const { isDemanded, asksPassword } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Record<'current_password', string>>({ id: 'start', lastResult })
  return (
    <AccountPage side="school" title={m.factor_setup_title()}>
      {isDemanded ? <p>{m.factor_setup_demanded()}</p> : null}
      <p>{m.factor_setup_text()}</p>
      <p>{m.factor_setup_app()}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.factor_setup_failed()} />
        {asksPassword ? <CurrentPasswordField field={fields.current_password} /> : null}
        <SubmitButton busyText={m.accounts_saving()} className="btn-full">
          {m.factor_start_button()}
        </SubmitButton>
      </Form>
      <LinkParagraph
        href={isDemanded ? schoolPaths.logout : schoolPaths.account}
        label={isDemanded ? m.accounts_logout_title() : m.accounts_cancel()}
      />
    </AccountPage>
  )
}
