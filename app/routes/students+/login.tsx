import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { SignInForm } from '~/components/accounts/sign-in-form'
import { applicationTicket, signInTicket } from '~/http/own-cookies.server'
import { ownPath, pageTitle, paths } from '~/http/paths'
import { findStudent, seeOther } from '~/http/route.server'
import { authenticateStudent, enterAsStudent } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { readFirstPassword } from '~/models/people/accounts/rules'
import { signInRefusal } from '~/models/people/accounts/sign-in/words.server'

export const handle = pageTitle(() => m.accounts_login_title(), { hasForm: true, sameAt: paths.student.login })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await findStudent(context, request)
  if (student) throw redirect(student.stage === 'full' ? paths.student.home : paths.student.choosePassword)
  return { redirectTo: ownPath(new URL(request.url).searchParams.get('redirectTo'), '') }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await authenticateStudent(request)
  if (!form.ok) return form.reply()
  const { signIn, browser } = form
  const { shared, redirectTo } = form.value
  if (signIn.ok) return enterAsStudent(signIn.value, browser, redirectTo)
  if (signIn.reason === 'applicant') {
    const ticket = await applicationTicket.header({ application: signIn.application })
    return seeOther(paths.student.application, { 'Set-Cookie': ticket })
  }
  if (signIn.reason !== 'several') {
    // Every date typed as password gets the same message: one about too many attempts at a school would reveal who has
    // an account there.
    const isDate = signIn.reason === 'wrong-password' && readFirstPassword(form.value.password)?.code === null
    return form.refuse(signInRefusal(signIn), isDate ? { password: [m.accounts_date_incorrect()] } : {})
  }
  const { accounts, applications } = signIn
  const ticket = await signInTicket.header({ accounts, applications, shared, redirectTo: redirectTo ?? '' })
  return seeOther(paths.student.whoseAccount, { 'Set-Cookie': ticket })
}

export default function StudentLoginPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <AccountPage side="student" title={m.accounts_login_title()}>
      <SignInForm side="student" redirectTo={redirectTo} lastResult={lastResult} />
    </AccountPage>
  )
}
