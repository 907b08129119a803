import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FactorCodeField } from '~/components/accounts/factor-code-field'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { RecoveryCodes } from '~/components/accounts/recovery-codes'
import { useServerForm } from '~/components/forms'
import { LinkParagraph, LoneLink, SubmitButton } from '~/components/ui'
import { readSessionToken, sessionCookieHeader } from '~/http/own-cookies.server'
import { isPasswordFresh, parseForm, requireStaffSettingUp, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { findSecondFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import { inGroups } from '~/models/people/accounts/second-factor/second-factor-rules'
import { confirmFactorSchema } from '~/models/people/accounts/second-factor/second-factor-schema'
import {
  confirmSecondFactor,
  findKeyToConfirm,
} from '~/models/people/accounts/second-factor/set-up-second-factor.server'
import type { QrView } from './__qr-code.server'
import { qrOf } from './__qr-code.server'

export const handle = pageTitle(() => m.factor_setup_title(), { hasForm: true })

/** Shows the key only if the password was entered within the last minutes (`isPasswordFresh`). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaffSettingUp(context, request)
  const { confirmedAt } = await findSecondFactor(staff.scope)
  if (confirmedAt) return { pending: null }
  const waiting = isPasswordFresh(staff) ? await findKeyToConfirm(staff.scope) : null
  if (waiting === null) throw redirect(schoolPaths.setUpFactor)
  return { pending: { key: waiting.key, qr: qrOf(waiting.address) } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaffSettingUp(context, request)
  const form = await parseForm(request, confirmFactorSchema)
  if (!form.ok) return form.reply()
  const token = (await readSessionToken(request, 'school')) ?? ''
  const confirmed = await confirmSecondFactor(staff.scope, form.value.code, token)
  if (confirmed.ok) {
    const cookie = await sessionCookieHeader('school', confirmed.value.token, { lasting: false })
    return data({ codes: confirmed.value.codes.map(inGroups) }, { headers: { 'Set-Cookie': cookie } })
  }
  if (confirmed.reason === 'not-started') return seeOther(schoolPaths.setUpFactor)
  return form.refuse(null, { code: [m.factor_code_wrong()] })
}

export default function ConfirmFactorPage() {
  const { pending } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const codes = answer && 'codes' in answer ? answer.codes : null
  const lastResult = answer && 'codes' in answer ? undefined : answer
  const { form, fields, allErrors } = useServerForm<Record<'code', string>>({ id: 'confirm', lastResult })
  if (codes) {
    return (
      <AccountPage side="school" title={m.factor_codes_title()}>
        <p>{m.factor_is_on()}</p>
        <RecoveryCodes codes={codes} nextHref={schoolPaths.home} />
      </AccountPage>
    )
  }
  if (!pending) {
    return (
      <AccountPage side="school" title={m.factor_title()}>
        <p>{m.factor_is_on()}</p>
        <LoneLink href={schoolPaths.home} label={m.shared_continue()} />
      </AccountPage>
    )
  }
  return (
    <AccountPage side="school" title={m.factor_key_title()}>
      <p>{m.factor_key_text()}</p>
      <QrCode qr={pending.qr} label={m.factor_key_picture()} />
      <dl>
        <dt>{m.factor_key()}</dt>
        <dd>
          <code>{pending.key}</code>
        </dd>
      </dl>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.factor_setup_failed()} />
        <FactorCodeField field={fields.code} hint={m.factor_first_hint()} />
        <SubmitButton busyText={m.accounts_saving()} className="btn-full">
          {m.factor_on_button()}
        </SubmitButton>
      </Form>
      <LinkParagraph href={schoolPaths.setUpFactor} label={m.factor_start_again()} />
    </AccountPage>
  )
}

/** QR code, black on white in every theme, since cameras need it. */
function QrCode({ qr, label }: { qr: QrView; label: string }) {
  return (
    <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
