import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { SignOutPanel } from '~/components/accounts/sign-out-panel'
import { findStudent } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { movingOn, signOut } from '~/http/sign-out.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle<{ signedIn: boolean }>((data) =>
  data.signedIn ? m.accounts_logout_title() : m.accounts_logged_out(),
)

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (await findStudent(context, request)) return { signedIn: true }
  return movingOn({ signedIn: false }, paths.student.login)
}

/** Signing out is always allowed, also for a session that has ended by itself. */
export function action({ request }: ActionFunctionArgs) {
  return signOut(request, 'student')
}

export default function StudentLogoutPage() {
  const { signedIn } = useLoaderData<typeof loader>()
  return (
    <AccountPage
      side="student"
      title={signedIn ? m.accounts_logout_title() : m.accounts_logged_out()}
      root={useRootData()}
    >
      <SignOutPanel side="student" signedIn={signedIn} />
    </AccountPage>
  )
}
