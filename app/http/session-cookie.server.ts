import { type Cookie, createCookie } from '@remix-run/node'
import { cookieSecret } from '~/services/secrets/secrets.server'
import { isSecureSite } from '~/services/site.server'

export type Role = 'student' | 'school'

const cookies = new Map<Role, Cookie>()

/** One signed cookie a role, holding a random id and nothing else; the row in `sessions` says who it is. */
function sessionCookie(role: Role): Cookie {
  let cookie = cookies.get(role)
  if (!cookie) {
    const secure = isSecureSite()
    cookie = createCookie(secure ? `__Host-${role}` : role, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      secrets: [cookieSecret(`session:${role}`)],
    })
    cookies.set(role, cookie)
  }
  return cookie
}

/** The session's token that this browser holds for a role, or null; an unsigned or changed cookie is none. */
export async function readSessionToken(request: Request, role: Role): Promise<string | null> {
  const value: unknown = await sessionCookie(role).parse(request.headers.get('Cookie'))
  return typeof value === 'string' && value.length > 0 ? value : null
}

/** Set-Cookie for a new session. `lasting` keeps it when the browser closes (the row's idle limit still ends it). */
export function sessionCookieHeader(role: Role, token: string, options: { lasting: boolean }): Promise<string> {
  return sessionCookie(role).serialize(token, options.lasting ? { maxAge: 30 * 24 * 3600 } : {})
}

export function expiredSessionCookieHeader(role: Role): Promise<string> {
  return sessionCookie(role).serialize('', { maxAge: 0, expires: new Date(0) })
}
