import { ChangePasswordPage } from '~/components/accounts/change-password-page'
import { changingPassword } from '~/http/account-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_change_title(), { hasForm: true })

const page = changingPassword('student')
export const loader = page.loader
export const action = page.action

export default function StudentPasswordPage() {
  return (
    <ChangePasswordPage
      side="student"
      context={m.accounts_settings_password_text()}
      cancelHref={paths.student.settings}
    />
  )
}
