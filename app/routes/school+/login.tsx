import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { SignInForm } from '~/components/accounts/sign-in-form'
import { LinkParagraph } from '~/components/ui'
import { ownPath } from '~/http/paths'
import { findStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { authenticateStaff, enterAsStaff } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { signInRefusal } from '~/models/people/accounts/sign-in/words.server'

export const handle = pageTitle(() => 'School Login', { hasForm: true, sameAt: schoolPaths.login })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (await findStaff(context, request)) throw redirect(schoolPaths.home)
  return { redirectTo: ownPath(new URL(request.url).searchParams.get('redirectTo'), '') }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await authenticateStaff(request)
  if (!form.ok) return form.reply()
  const { signIn, browser } = form
  if (!signIn.ok) return form.refuse(signInRefusal(signIn))
  return enterAsStaff(signIn.value, browser, form.value.redirectTo, m.accounts_logged_in())
}

export default function SchoolLoginPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <AccountPage side="school" title="School Login">
      <SignInForm side="school" redirectTo={redirectTo} lastResult={lastResult} />
      <LinkParagraph href={schoolPaths.register} label="Register a school" />
    </AccountPage>
  )
}
