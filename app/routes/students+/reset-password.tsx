import type { HeadersFunction } from '@remix-run/node'
import { ResetPasswordPage } from '~/components/accounts/reset-password-page'
import { resetting } from '~/http/account-pages.server'
import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle<{ invited: boolean } | undefined>(
  (data) => (data?.invited ? m.accounts_choose_title() : m.accounts_reset_title()),
  { hasForm: true },
)

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const page = resetting('student')
export const loader = page.loader
export const action = page.action

export default function StudentResetPasswordPage() {
  return <ResetPasswordPage side="student" />
}
