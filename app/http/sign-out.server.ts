import { data } from '@remix-run/node'
import { closeSession, findStaffSession, findStudentSession } from '~/models/accounts/sessions.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { emptiedCartHeader } from './cart.server'
import { anyone } from './guards.server'
import { accountPaths } from './paths'
import { expiredSessionCookieHeader, type Role, readSessionToken } from './session-cookie.server'
import { seeOther } from './toast.server'

/**
 * Ends the session on the server and in this browser. Its own cookies go by name (a student's cart too); those of the other
 * role, of the language and of the device stay, so cached pages and storage are cleared but never all cookies.
 */
export async function signOut(request: Request, role: Role): Promise<Response> {
  const token = await readSessionToken(request, role)
  if (token) {
    const session = await (role === 'student' ? findStudentSession : findStaffSession)(anyone(), token)
    await closeSession(anyone(), token)
    if (session) await recordSecurityEvent(session.scope, { kind: 'signed-out' })
  }
  const headers = new Headers({ 'Clear-Site-Data': '"cache", "storage"' })
  headers.append('Set-Cookie', await expiredSessionCookieHeader(role))
  if (role === 'student') headers.append('Set-Cookie', await emptiedCartHeader())
  return seeOther(accountPaths[role].logout, headers)
}

/** Data of a page that moves on by itself after two seconds; once enhanced it keeps the specification's exact time. */
export function movingOn<Data>(value: Data, to: string) {
  return data(value, { headers: { Refresh: `2; url=${to}` } })
}
