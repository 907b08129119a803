import type { HeadersFunction } from '@remix-run/node'
import { ResetPasswordPage, resetTitle } from '~/components/accounts/reset-password-page'
import { resetting } from '~/http/account-pages.server'
import { pageTitle } from '~/http/page'

export const handle = pageTitle(resetTitle, { hasForm: true })

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const page = resetting('guardian')
export const loader = page.loader
export const action = page.action

export default function GuardianResetPasswordPage() {
  return <ResetPasswordPage side="guardian" />
}
