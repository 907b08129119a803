import { ChangePasswordPage } from '~/components/accounts/change-password-page'
import { changingPassword } from '~/http/account-pages.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_change_title(), { hasForm: true })

const page = changingPassword('school')
export const loader = page.loader
export const action = page.action

export default function StaffPasswordPage() {
  return <ChangePasswordPage side="school" cancelHref={schoolPaths.account} />
}
