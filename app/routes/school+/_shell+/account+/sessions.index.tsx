import { SessionsPage } from '~/components/accounts/sessions-page'
import { listingSessions } from '~/http/account-pages.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_sessions_title())

const page = listingSessions('school')
export const loader = page.loader
export const action = page.action

export default function StaffSessionsPage() {
  const { endSession, accountPassword, account } = schoolPaths
  return <SessionsPage endPath={endSession} changePassword={accountPassword} back={account} />
}
