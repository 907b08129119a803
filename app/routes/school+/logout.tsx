import type { HeadersFunction } from '@remix-run/node'
import { SignOutPage } from '~/components/accounts/sign-out-page'
import { signingOut } from '~/http/account-pages.server'
import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle<{ signedIn: boolean }>((data) =>
  data.signedIn ? m.accounts_logout_title() : m.accounts_logged_out(),
)

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const page = signingOut('school')
export const loader = page.loader
export const action = page.action

export default function SchoolLogoutPage() {
  return <SignOutPage side="school" />
}
