import { useLoaderData } from '@remix-run/react'
import { SessionList } from '~/components/accounts/session-list'
import { PageHead } from '~/components/ui'
import { listingSessions } from '~/http/account-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { idleMinutes, lifeMinutes } from '~/models/accounts/sessions.server'

export const handle = pageTitle(() => m.accounts_sessions_title())

const day = 24 * 60
const page = listingSessions('student', () =>
  m.accounts_sessions_limits_student({
    idle: idleMinutes.student / day,
    life: lifeMinutes.student / day,
    shared: idleMinutes.sharedPhone,
    sharedLife: lifeMinutes.brief / 60,
  }),
)
export const loader = page.loader
export const action = page.action

export default function StudentSessionsPage() {
  return (
    <>
      <PageHead title={m.accounts_sessions_title()} context={m.accounts_sessions_text()} />
      <SessionList
        {...useLoaderData<typeof loader>()}
        endPath={paths.student.endSession}
        changePassword={paths.student.changePassword}
        back={paths.student.settings}
      />
    </>
  )
}
