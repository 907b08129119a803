import { type Cookie, createCookie } from '@remix-run/node'
import { lifeMinutes } from '~/models/accounts/sessions.server'
import { cookieSecret } from '~/services/secrets/secrets.server'
import { cookieName, isSecureSite } from '~/services/site.server'
import { readSigned } from './signed-cookie.server'

export type Role = 'student' | 'school'

const cookies = new Map<Role, Cookie>()

/** One signed cookie a role, holding a random id and nothing else; the row in `sessions` says who it is. */
function sessionCookie(role: Role): Cookie {
  let cookie = cookies.get(role)
  if (!cookie) {
    cookie = createCookie(cookieName(role), {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isSecureSite(),
      secrets: [cookieSecret(`session:${role}`)],
    })
    cookies.set(role, cookie)
  }
  return cookie
}

/** The session's token that this browser holds for a role, or null; an unsigned or changed cookie is none. */
export async function readSessionToken(request: Request, role: Role): Promise<string | null> {
  const value = await readSigned(request, sessionCookie(role))
  return typeof value === 'string' && value.length > 0 ? value : null
}

/** Set-Cookie for a new session. `lasting` keeps it when the browser closes (the row's limits still end it). */
export function sessionCookieHeader(role: Role, token: string, options: { lasting: boolean }): Promise<string> {
  return sessionCookie(role).serialize(token, options.lasting ? { maxAge: lifeMinutes.student * 60 } : {})
}

export function expiredSessionCookieHeader(role: Role): Promise<string> {
  return sessionCookie(role).serialize('', { maxAge: 0, expires: new Date(0) })
}
