import type { ActionFunctionArgs } from '@remix-run/node'
import { ForgotPasswordPage } from '~/components/accounts/forgot-password-page'
import { forgotPasswordState, mailResetLinks } from '~/http/forgot-password.server'
import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_forgot_title(), { hasForm: true })

export const loader = forgotPasswordState

export function action(args: ActionFunctionArgs) {
  return mailResetLinks(args, 'school')
}

export default function SchoolForgotPasswordPage() {
  return <ForgotPasswordPage side="school" />
}
