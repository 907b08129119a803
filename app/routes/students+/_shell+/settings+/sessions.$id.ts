import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireStudent } from '~/http/guards.server'
import { endOwnSession, ownSessionOr404 } from '~/http/own-sessions.server'
import { paths } from '~/http/paths'
import { redirectWithToast, seeOther } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'

/** Ends one of the student's other sessions. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  await endOwnSession(scope, request, 'student', params.id)
  return redirectWithToast(paths.student.sessions, { type: 'success', title: m.accounts_sessions_ended() })
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  await ownSessionOr404(scope, request, 'student', params.id)
  return seeOther(paths.student.sessions)
}
