import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { ForgotPasswordForm } from '~/components/accounts/forgot-password-form'
import { parseForm } from '~/http/forms.server'
import { anyone } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { resetLink } from '~/http/sign-in-links.server'
import { seeOther } from '~/http/toast.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { requestPasswordReset } from '~/models/accounts/request-password-reset.server'
import { forgotPasswordSchema } from '~/models/accounts/schema'

export const handle = pageTitle(() => m.accounts_forgot_title(), { hasForm: true })

export function loader({ request }: LoaderFunctionArgs) {
  anyone()
  return { sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, forgotPasswordSchema)
  if (!form.ok) return form.reply()
  await requestPasswordReset(anyone(), 'staff', form.value.email, resetLink('school'))
  return seeOther(`${paths.school.forgotPassword}?sent=1`)
}

export default function SchoolForgotPasswordPage() {
  const { sent } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <AccountPage side="school" title={m.accounts_forgot_title()} root={useRootData()}>
      <ForgotPasswordForm side="school" sent={sent} lastResult={lastResult} />
    </AccountPage>
  )
}
