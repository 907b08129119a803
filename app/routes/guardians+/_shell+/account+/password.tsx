import { ChangePasswordPage } from '~/components/accounts/change-password-page'
import { changingPassword } from '~/http/account-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_change_title(), { hasForm: true })

const page = changingPassword('guardian')
export const loader = page.loader
export const action = page.action

export default function GuardianPasswordPage() {
  return (
    <ChangePasswordPage
      side="guardian"
      context={m.accounts_settings_password_text()}
      cancelHref={paths.guardian.account}
    />
  )
}
