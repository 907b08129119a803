import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import { type Language, languageCookieName } from '~/language/language'
import { deviceCookieDays } from '~/models/people/accounts/options'
import { lifeMinutes } from '~/models/people/accounts/sign-in/sessions.server'
import { cookieSecrets, newToken } from '~/services/secrets/secrets.server'
import { cookieName, isSecureSite } from '~/services/site.server'
import { recordSuspicion } from './suspicion-log.server'

export type Role = 'student' | 'school' | 'guardian'

const cookies = new Map<string, Cookie>()

/**
 * A signed cookie, hidden from scripts and from other sites' forms. `use` names its key, which no other cookie shares.
 * `isToken`: the value is only a random token that we created.
 */
export function signedCookie(name: string, use = name, maxAge?: number, { isToken = false } = {}): Cookie {
  const existingCookie = cookies.get(name)
  if (existingCookie) return existingCookie
  const cookie = createCookie(cookieName(name), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecureSite(),
    secrets: cookieSecrets(use, { isToken }),
    maxAge,
  })
  cookies.set(name, cookie)
  return cookie
}

/**
 * Value of our cookie, or null. Records a security event for an invalid signature: the cookie was forged, changed, or
 * signed with an expired APP_KEY.
 */
async function readSigned(request: Request, cookie: Cookie): Promise<unknown> {
  const header = request.headers.get('Cookie')
  const value: unknown = await cookie.parse(header)
  const isThere = value === null && header?.split(/;\s*/).some((pair) => pair.startsWith(`${cookie.name}=`))
  if (isThere) await recordSuspicion('tampered', `cookie ${cookie.name}`)
  return value
}

async function readToken(request: Request, cookie: Cookie): Promise<string | null> {
  const value = await readSigned(request, cookie)
  return typeof value === 'string' && value.length > 0 ? value : null
}

const expiry = { maxAge: 0, expires: new Date(0) }

/** One cookie per role, holding only a random id; the row in `sessions` identifies the user. */
const sessionCookie = (role: Role) => signedCookie(role, `session:${role}`, undefined, { isToken: true })

/** Session token of this browser for a role; null for a missing, unsigned or changed cookie. */
export function readSessionToken(request: Request, role: Role): Promise<string | null> {
  return readToken(request, sessionCookie(role))
}

/**
 * Set-Cookie for a new session. `lasting` keeps the cookie after the browser closes; the limits in `sessions` still end
 * the session.
 */
export function sessionCookieHeader(role: Role, token: string, options: { lasting: boolean }): Promise<string> {
  return sessionCookie(role).serialize(token, options.lasting ? { maxAge: lifeMinutes.student * 60 } : {})
}

export function expiredSessionCookieHeader(role: Role): Promise<string> {
  return sessionCookie(role).serialize('', expiry)
}

/** One cookie per browser, for all roles; rows in `device_cookies` list the accounts that signed in from it. */
const deviceCookie = () => signedCookie('device', 'device', deviceCookieDays * 24 * 3600, { isToken: true })

/** The browser's device token, or a new one if the browser sent no token that we signed. */
export async function deviceTokenOf(request: Request): Promise<string> {
  return (await readToken(request, deviceCookie())) ?? newToken()
}

/**
 * Set-Cookie that keeps the device token for another year. The cookie survives sign-out, since it grants nothing by
 * itself.
 */
export function deviceCookieHeader(token: string): Promise<string> {
  return deviceCookie().serialize(token)
}

/**
 * Short-lived proof that one page passes to the next in a signed cookie. `header` returns the Set-Cookie that stores
 * it, and `used` the one that deletes it.
 */
function ticketOf<Shape extends z.ZodRawShape>(name: string, minutes: number, shape: Shape) {
  const schema = z.object(shape)
  const timed = z.object({ until: z.number().int() })
  return {
    header: (ticket: z.output<typeof schema>) =>
      signedCookie(name).serialize({ ...ticket, until: Date.now() + minutes * 60_000 }, { maxAge: minutes * 60 }),
    /** Returns null for a missing, changed or expired ticket. */
    read: async (request: Request): Promise<z.output<typeof schema> | null> => {
      const value = await readSigned(request, signedCookie(name))
      const [ticket, time] = [schema.safeParse(value), timed.safeParse(value)]
      return ticket.success && time.success && time.data.until > Date.now() ? ticket.data : null
    },
    used: () => signedCookie(name).serialize('', expiry),
  }
}

/** Lets this browser choose one of its accounts for five minutes. */
export const signInTicket = ticketOf('whose-account', 5, {
  accounts: z.array(z.string()),
  /** Registrations not yet accepted by a school. */
  applications: z.array(z.string()),
  shared: z.boolean(),
  redirectTo: z.string(),
})

export const guardianTicket = ticketOf('whose-guardian', 5, {
  accounts: z.array(z.string()),
  shared: z.boolean(),
  redirectTo: z.string(),
})

/**
 * Lets this browser see the registration whose password it has just sent, for 15 minutes. Not a session: a family that
 * waits for a school has no account.
 */
export const applicationTicket = ticketOf('application', 15, { application: z.string() })

/** Lets this browser activate an invitation whose code it has proved, for 15 minutes. */
export const invitationTicket = ticketOf('guardian-invitation', 15, {
  codeHash: z.string(),
  contact: z.object({ kind: z.enum(['mobile', 'email']), value: z.string() }),
})

const year = 365 * 24 * 3600

/** Preference cookies are plain and unsigned: the browser's user chooses them, and they are worthless to others. */
function preference(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecureSite() ? '; Secure' : ''}`
}

export function languageCookieHeader(language: Language): string {
  return preference(languageCookieName, language, year)
}

/** Data saver stops all scripts, regardless of the probe's result. */
export function dataSaverCookieHeader(on: boolean): string {
  return on ? preference('saver', '1', year) : preference('saver', '', 0)
}
