import { type Cookie, createCookie } from '@remix-run/node'
import { deviceCookieDays } from '~/models/accounts/options'
import { cookieSecret, newToken } from '~/services/secrets/secrets.server'
import { cookieName, isSecureSite } from '~/services/site.server'
import { readSigned } from './signed-cookie.server'

let cookie: Cookie | undefined

/** One signed cookie a browser, for both roles; the rows in `device_cookies` say which accounts have signed in from it. */
function deviceCookie(): Cookie {
  cookie ??= createCookie(cookieName('device'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecureSite(),
    secrets: [cookieSecret('device')],
    maxAge: deviceCookieDays * 24 * 3600,
  })
  return cookie
}

/** The browser's token, or a new one where it has none that we signed. */
export async function deviceTokenOf(request: Request): Promise<string> {
  const value = await readSigned(request, deviceCookie())
  return typeof value === 'string' && value.length > 0 ? value : newToken()
}

/** Set-Cookie for another year. It stays when somebody signs out: it opens nothing by itself. */
export function deviceCookieHeader(token: string): Promise<string> {
  return deviceCookie().serialize(token)
}
