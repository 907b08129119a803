import { ForgotPasswordPage } from '~/components/accounts/forgot-password-page'
import { askingForReset } from '~/http/account-pages.server'
import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_forgot_title(), { hasForm: true })

const page = askingForReset('guardian')
export const loader = page.loader
export const action = page.action

export default function GuardianForgotPasswordPage() {
  return <ForgotPasswordPage side="guardian" />
}
