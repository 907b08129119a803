import { useLoaderData } from '@remix-run/react'
import { SessionList } from '~/components/accounts/session-list'
import { PageHead } from '~/components/ui'
import { listingSessions } from '~/http/account-pages.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { idleMinutes, lifeMinutes } from '~/models/accounts/sessions.server'

export const handle = pageTitle(() => m.accounts_sessions_title())

const page = listingSessions('school', () =>
  m.accounts_sessions_limits_staff({ idle: idleMinutes.staff / 60, life: lifeMinutes.brief / 60 }),
)
export const loader = page.loader
export const action = page.action

export default function StaffSessionsPage() {
  return (
    <>
      <PageHead title={m.accounts_sessions_title()} context={m.accounts_sessions_text()} />
      <SessionList
        {...useLoaderData<typeof loader>()}
        endPath={schoolPaths.endSession}
        changePassword={schoolPaths.accountPassword}
        back={schoolPaths.account}
      />
    </>
  )
}
