import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import { type Language, languageCookieName } from '~/language/language'
import { deviceCookieDays } from '~/models/accounts/options'
import { lifeMinutes } from '~/models/accounts/sessions.server'
import { cookieSecrets, newToken } from '~/services/secrets/secrets.server'
import { cookieName, isSecureSite } from '~/services/site.server'
import { recordSuspicion } from './suspicion-log.server'

export type Role = 'student' | 'school' | 'guardian'

const cookies = new Map<string, Cookie>()

/**
 * A signed cookie, out of reach of scripts and of other sites' forms; `use` names its key, and no other cookie has that. `isToken`: it holds
 * a random token of ours alone.
 */
export function signedCookie(name: string, use = name, maxAge?: number, { isToken = false } = {}): Cookie {
  const known = cookies.get(name)
  if (known) return known
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
 * What a cookie of ours holds, or null. One that is there and that we did not sign was made or changed by somebody, or signed with an
 * APP_KEY of before: the security log is told.
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

const gone = { maxAge: 0, expires: new Date(0) }

/** One a role, holding a random id and nothing else; the row in `sessions` says who it is. */
const sessionCookie = (role: Role) => signedCookie(role, `session:${role}`, undefined, { isToken: true })

/** The session's token that this browser holds for a role, or null; an unsigned or changed cookie is none. */
export function readSessionToken(request: Request, role: Role): Promise<string | null> {
  return readToken(request, sessionCookie(role))
}

/** Set-Cookie for a new session. `lasting` keeps it when the browser closes (the row's limits still end it). */
export function sessionCookieHeader(role: Role, token: string, options: { lasting: boolean }): Promise<string> {
  return sessionCookie(role).serialize(token, options.lasting ? { maxAge: lifeMinutes.student * 60 } : {})
}

export function expiredSessionCookieHeader(role: Role): Promise<string> {
  return sessionCookie(role).serialize('', gone)
}

/** One a browser, for both roles; the rows in `device_cookies` say which accounts have signed in from it. */
const deviceCookie = () => signedCookie('device', 'device', deviceCookieDays * 24 * 3600, { isToken: true })

/** The browser's token, or a new one where it has none that we signed. */
export async function deviceTokenOf(request: Request): Promise<string> {
  return (await readToken(request, deviceCookie())) ?? newToken()
}

/** Set-Cookie for another year. It stays when somebody signs out: it opens nothing by itself. */
export function deviceCookieHeader(token: string): Promise<string> {
  return deviceCookie().serialize(token)
}

/** What a page has proved to the next one, for some minutes: `header` is its Set-Cookie, `used` the one that takes it away. */
function ticketOf<Shape extends z.ZodRawShape>(name: string, minutes: number, shape: Shape) {
  const schema = z.object(shape)
  const timed = z.object({ until: z.number().int() })
  return {
    header: (ticket: z.output<typeof schema>) =>
      signedCookie(name).serialize({ ...ticket, until: Date.now() + minutes * 60_000 }, { maxAge: minutes * 60 }),
    /** Null where there is none, it was changed, or its time is over. */
    read: async (request: Request): Promise<z.output<typeof schema> | null> => {
      const value = await readSigned(request, signedCookie(name))
      const [ticket, time] = [schema.safeParse(value), timed.safeParse(value)]
      return ticket.success && time.success && time.data.until > Date.now() ? ticket.data : null
    },
    used: () => signedCookie(name).serialize('', gone),
  }
}

/** Lets this browser choose among the accounts for five minutes. */
export const signInTicket = ticketOf('whose-account', 5, {
  accounts: z.array(z.string()),
  /** Registrations that no school has accepted yet. */
  applications: z.array(z.string()),
  shared: z.boolean(),
  redirectTo: z.string(),
})

/** The same of guardians' accounts. */
export const guardianTicket = ticketOf('whose-guardian', 5, {
  accounts: z.array(z.string()),
  shared: z.boolean(),
  redirectTo: z.string(),
})

/**
 * Lets this browser see the one registration whose password it has just given, for a quarter of an hour. It is no session: a family
 * that waits for a school has no account.
 */
export const applicationTicket = ticketOf('application', 15, { application: z.string() })

/** Lets this browser activate an invitation which it has proved, for a quarter of an hour. */
export const invitationTicket = ticketOf('guardian-invitation', 15, {
  codeHash: z.string(),
  contact: z.object({ kind: z.enum(['mobile', 'email']), value: z.string() }),
})

const year = 365 * 24 * 3600

/** Preferences are plain, unsigned values: chosen by the browser's own user and worth nothing to anybody else. */
function preference(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecureSite() ? '; Secure' : ''}`
}

export function languageCookieHeader(language: Language): string {
  return preference(languageCookieName, language, year)
}

/** With data saver on no script is sent, whatever the probe once found. */
export function dataSaverCookieHeader(on: boolean): string {
  return on ? preference('saver', '1', year) : preference('saver', '', 0)
}
