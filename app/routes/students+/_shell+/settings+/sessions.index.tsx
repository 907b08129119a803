import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SessionList } from '~/components/accounts/session-list'
import { PageHead } from '~/components/ui/page-head'
import { requireStudent } from '~/http/guards.server'
import { ownSessions } from '~/http/own-sessions.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { readSessionToken } from '~/http/session-cookie.server'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { idleMinutes, lifeMinutes } from '~/models/accounts/sessions.server'
import { signOutEverywhere } from '~/models/accounts/sign-out-everywhere.server'

export const handle = pageTitle(() => m.accounts_sessions_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const day = 24 * 60
  const limits = m.accounts_sessions_limits_student({
    idle: idleMinutes.student / day,
    life: lifeMinutes.student / day,
    shared: idleMinutes.sharedPhone,
    sharedLife: lifeMinutes.brief / 60,
  })
  return { ...(await ownSessions(scope, request, 'student')), limits }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudent(context, request)
  await signOutEverywhere(student.scope, (await readSessionToken(request, 'student')) ?? '')
  const toast = { type: 'success', title: m.accounts_updated(), message: m.accounts_everywhere_done() } as const
  return redirectWithToast(paths.student.settings, toast)
}

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
