import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SessionList } from '~/components/accounts/session-list'
import { PageHead } from '~/components/ui/page-head'
import { requireAnyStaff } from '~/http/guards.server'
import { ownSessions } from '~/http/own-sessions.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { readSessionToken } from '~/http/session-cookie.server'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { idleMinutes, lifeMinutes } from '~/models/accounts/sessions.server'
import { signOutEverywhere } from '~/models/accounts/sign-out-everywhere.server'

export const handle = pageTitle(() => m.accounts_sessions_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  const limits = m.accounts_sessions_limits_staff({ idle: idleMinutes.staff / 60, life: lifeMinutes.brief / 60 })
  return { ...(await ownSessions(scope, request, 'school')), limits }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  await signOutEverywhere(scope, (await readSessionToken(request, 'school')) ?? '')
  const toast = { type: 'success', title: m.accounts_updated(), message: m.accounts_everywhere_done() } as const
  return redirectWithToast(schoolPaths.account, toast)
}

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
