import type { HeadersFunction } from '@remix-run/node'
import { SignOutPage, signOutTitle } from '~/components/accounts/sign-out-page'
import { signingOut } from '~/http/account-pages.server'
import { pageTitle } from '~/http/page'

export const handle = pageTitle(signOutTitle)

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const page = signingOut('guardian')
export const loader = page.loader
export const action = page.action

export default function GuardianLogoutPage() {
  return <SignOutPage side="guardian" />
}
