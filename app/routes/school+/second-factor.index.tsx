import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FactorCodeField } from '~/components/accounts/factor-code-field'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { useServerForm } from '~/components/forms/use-server-form'
import { SubmitButton } from '~/components/ui/submit-button'
import { parseForm } from '~/http/forms.server'
import { requireStaffAtSecondStep } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { ownPath } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { factorRefusal } from '~/http/second-factor.server'
import { browserOf, enterAsStaff } from '~/http/sign-in.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { passSecondStep } from '~/models/accounts/prove-second-factor.server'
import { secondStepSchema } from '~/models/accounts/second-factor-schema'

export const handle = pageTitle(() => m.factor_title(), { hasForm: true })

/** Shows nothing of the person: a password alone must not tell anybody a name. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaffAtSecondStep(context, request)
  return { redirectTo: ownPath(new URL(request.url).searchParams.get('redirectTo'), '') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaffAtSecondStep(context, request)
  const form = await parseForm(request, secondStepSchema)
  if (!form.ok) return form.reply()
  const browser = await browserOf(request, 'school', false)
  const passed = await passSecondStep(scope, form.value.code, browser)
  if (!passed.ok) return form.refuse(null, { code: [factorRefusal(passed)] })
  const { recoveryCodesLeft: left, ...signedIn } = passed.value
  const message = left === null ? undefined : m.factor_codes_left({ count: left })
  return enterAsStaff(signedIn, browser, form.value.redirectTo, m.accounts_logged_in(), message)
}

export default function SecondStepPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Record<'code', string>>({ id: 'step', lastResult })
  return (
    <AccountPage side="school" title={m.factor_title()} root={useRootData()}>
      <p>{m.factor_step_text()}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_login_failed()} />
        <FactorCodeField field={fields.code} hint={m.factor_code_hint()} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <SubmitButton busyText={m.factor_step_busy()} className="btn-full">
          {m.factor_step_button()}
        </SubmitButton>
      </Form>
      <p>{m.factor_step_lost()}</p>
      <p>
        <a className="alone" href={schoolPaths.logout}>
          {m.accounts_logout_title()}
        </a>
      </p>
    </AccountPage>
  )
}
