import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { SignOutPanel } from '~/components/accounts/sign-out-panel'
import { findStaffAtAnyStage } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { movingOn, signOut } from '~/http/sign-out.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle<{ signedIn: boolean }>((data) =>
  data.signedIn ? m.accounts_logout_title() : m.accounts_logged_out(),
)

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (await findStaffAtAnyStage(context, request)) return { signedIn: true }
  return movingOn({ signedIn: false }, schoolPaths.login)
}

/** Signing out is always allowed, also for a session that has ended by itself. */
export function action({ request }: ActionFunctionArgs) {
  return signOut(request, 'school')
}

export default function SchoolLogoutPage() {
  const { signedIn } = useLoaderData<typeof loader>()
  return (
    <AccountPage
      side="school"
      title={signedIn ? m.accounts_logout_title() : m.accounts_logged_out()}
      root={useRootData()}
    >
      <SignOutPanel side="school" signedIn={signedIn} />
    </AccountPage>
  )
}
