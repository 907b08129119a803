import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FactorCodeField } from '~/components/accounts/factor-code-field'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { type PasskeyRequest, usePasskey } from '~/components/accounts/use-passkey'
import { useServerForm } from '~/components/forms'
import { Alert, LinkParagraph, SubmitButton } from '~/components/ui'
import { ownPath } from '~/http/paths'
import { parseFields, readForm, requireStaffAtSecondStep } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { browserOf, enterAsStaff } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import type { Browser } from '~/models/people/accounts/open-account.server'
import { requestPasskey } from '~/models/people/accounts/second-factor/passkeys.server'
import {
  passSecondStep,
  passSecondStepByPasskey,
} from '~/models/people/accounts/second-factor/prove-second-factor.server'
import { findSecondFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import { passkeyStepSchema, secondStepSchema } from '~/models/people/accounts/second-factor/second-factor-schema'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { factorRefusal } from './__second-factor.server'

export const handle = pageTitle(() => m.factor_title(), { hasForm: true })

/** Shows no personal data: a password alone must not reveal a name. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaffAtSecondStep(context, request)
  const { passkeys } = await findSecondFactor(scope)
  return { hasPasskeys: passkeys > 0, redirectTo: ownPath(new URL(request.url).searchParams.get('redirectTo'), '') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaffAtSecondStep(context, request)
  const browser = await browserOf(request, 'school', false)
  const body = await readForm(request)
  if (body.has('passkey')) return stepByPasskey(scope, body, browser)
  const form = parseFields(body, secondStepSchema, {})
  if (!form.ok) return form.reply()
  const passed = await passSecondStep(scope, form.value.code, browser)
  if (!passed.ok) return form.refuse(null, { code: [factorRefusal(passed)] })
  const { recoveryCodesLeft: left, ...signedIn } = passed.value
  const message = left === null ? undefined : m.factor_codes_left({ count: left })
  return enterAsStaff(signedIn, browser, form.value.redirectTo, m.accounts_logged_in(), message)
}

/** `usePasskey` posts twice: first to get a challenge, then with the signed answer. */
async function stepByPasskey(scope: StaffSession['scope'], body: FormData, browser: Browser) {
  const form = parseFields(body, passkeyStepSchema, { secret: ['passkey'] })
  if (!form.ok) return form.reply()
  if (form.value.passkey === '') return { asked: { ask: await requestPasskey(scope, browser.oldToken ?? '') } }
  const passed = await passSecondStepByPasskey(scope, form.value.passkey, browser)
  if (!passed.ok) return form.refuse(passed.reason === 'slowed' ? factorRefusal(passed) : m.factor_passkey_refused())
  return enterAsStaff(passed.value, browser, form.value.redirectTo, m.accounts_logged_in())
}

export default function SecondStepPage() {
  const { hasPasskeys, redirectTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const passkeyRequest = answer && 'asked' in answer ? answer.asked : null
  const lastResult = answer && 'asked' in answer ? undefined : answer
  const { form, fields, allErrors } = useServerForm<Record<'code', string>>({ id: 'step', lastResult })
  return (
    <AccountPage side="school" title={m.factor_title()}>
      <p>{m.factor_step_text()}</p>
      {hasPasskeys ? <PasskeyStep asked={passkeyRequest} redirectTo={redirectTo} /> : null}
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_login_failed()} />
        <FactorCodeField field={fields.code} hint={m.factor_code_hint()} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <SubmitButton busyText={m.factor_step_busy()} className="btn-full">
          {m.shared_continue()}
        </SubmitButton>
      </Form>
      <p>{m.factor_step_lost()}</p>
      <LinkParagraph href={schoolPaths.logout} label={m.accounts_logout_title()} />
    </AccountPage>
  )
}

/** Second step by a passkey; invisible if the browser has no JavaScript or no passkeys. */
function PasskeyStep({ asked, redirectTo }: { asked: PasskeyRequest | null; redirectTo: string }) {
  const { form, isAble, isAsking, hasFailed } = usePasskey(asked)
  return (
    <Form method="post" ref={form} className={isAble ? undefined : 'room-only'}>
      {hasFailed ? <Alert tone="bad" title={m.factor_passkey_not_given()} /> : null}
      <input type="hidden" name="passkey" />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <SubmitButton variant="secondary" busyText={m.factor_step_busy()} className="btn-full" disabled={isAsking}>
        {m.factor_passkey_use()}
      </SubmitButton>
    </Form>
  )
}
