import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireAnyStaff } from '~/http/guards.server'
import { endOwnSession, ownSessionOr404 } from '~/http/own-sessions.server'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast, seeOther } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'

/** Ends one of the staff user's other sessions. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  await endOwnSession(scope, request, 'school', params.id)
  return redirectWithToast(schoolPaths.accountSessions, { type: 'success', title: m.accounts_sessions_ended() })
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  await ownSessionOr404(scope, request, 'school', params.id)
  return seeOther(schoolPaths.accountSessions)
}
