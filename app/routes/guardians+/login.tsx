import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { SignInForm } from '~/components/accounts/sign-in-form'
import { guardianTicket } from '~/http/own-cookies.server'
import { ownPath, pageTitle, paths } from '~/http/paths'
import { findGuardian, seeOther } from '~/http/route.server'
import { authenticateGuardian, enterAsGuardian } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { signInRefusal } from '~/models/people/accounts/sign-in/words.server'

export const handle = pageTitle(() => m.guardians_login_title(), { hasForm: true, sameAt: paths.guardian.login })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (await findGuardian(context, request)) throw redirect(paths.guardian.home)
  return { redirectTo: ownPath(new URL(request.url).searchParams.get('redirectTo'), '') }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await authenticateGuardian(request)
  if (!form.ok) return form.reply()
  const { signIn, browser } = form
  const { redirectTo } = form.value
  if (signIn.ok) return enterAsGuardian(signIn.value, browser, redirectTo)
  if (signIn.reason !== 'several') return form.refuse(signInRefusal(signIn))
  const ticket = { accounts: signIn.accounts, shared: form.value.shared, redirectTo: redirectTo ?? '' }
  return seeOther(paths.guardian.whoseAccount, { 'Set-Cookie': await guardianTicket.header(ticket) })
}

export default function GuardianLoginPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <AccountPage side="guardian" title={m.guardians_login_title()}>
      <SignInForm side="guardian" redirectTo={redirectTo} lastResult={lastResult} />
    </AccountPage>
  )
}
