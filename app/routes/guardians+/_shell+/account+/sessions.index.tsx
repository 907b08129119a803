import { SessionsPage } from '~/components/accounts/sessions-page'
import { listingSessions } from '~/http/account-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_sessions_title())

const page = listingSessions('guardian')
export const loader = page.loader
export const action = page.action

export default function GuardianSessionsPage() {
  const { endSession, changePassword, account } = paths.guardian
  return <SessionsPage endPath={endSession} changePassword={changePassword} back={account} />
}
