import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { ResetDone, ResetPasswordForm } from '~/components/accounts/reset-password-form'
import { deviceCookieHeader } from '~/http/device-cookie.server'
import { parseForm } from '~/http/forms.server'
import { anyone } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { browserOf } from '~/http/sign-in.server'
import { passwordProblemWords } from '~/http/sign-in-words.server'
import { movingOn } from '~/http/sign-out.server'
import { seeOther } from '~/http/toast.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { resetPassword } from '~/models/accounts/reset-password.server'
import { resetPasswordSchema } from '~/models/accounts/schema'

export const handle = pageTitle(() => m.accounts_reset_title(), { hasForm: true })

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export function loader({ request }: LoaderFunctionArgs) {
  anyone()
  const query = new URL(request.url).searchParams
  if (query.has('done')) return movingOn({ done: true, email: '', token: '' }, paths.student.login)
  return { done: false, email: query.get('email') ?? '', token: query.get('token') ?? '' }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, resetPasswordSchema, { secret: ['password', 'password_confirmation'] })
  if (!form.ok) return form.reply()
  const browser = await browserOf(request, 'student', false)
  const reset = await resetPassword(anyone(), 'student', form.value, browser)
  const known = { 'Set-Cookie': await deviceCookieHeader(browser.deviceToken) }
  if (reset.ok) return seeOther(`${paths.student.resetPassword}?done=1`, known)
  if (reset.reason === 'link-not-valid') return form.refuse(m.accounts_link_not_valid())
  return form.refuse(null, { password: [passwordProblemWords(reset.reason, 'student')] })
}

export default function StudentResetPasswordPage() {
  const { done, email, token } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <AccountPage side="student" title={m.accounts_reset_title()} root={useRootData()}>
      {done ? (
        <ResetDone side="student" />
      ) : (
        <ResetPasswordForm side="student" email={email} token={token} lastResult={lastResult} />
      )}
    </AccountPage>
  )
}
