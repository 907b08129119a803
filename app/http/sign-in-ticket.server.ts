import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import { cookieSecret } from '~/services/secrets/secrets.server'
import { cookieName, isSecureSite } from '~/services/site.server'
import { readSigned } from './signed-cookie.server'

const minutes = 5

const schema = z.object({
  accounts: z.array(z.string()),
  /** Registrations that no school has accepted yet. */
  applications: z.array(z.string()),
  shared: z.boolean(),
  redirectTo: z.string(),
  until: z.number().int(),
})

/** What the sign-in page proved to the page that asks whose account it is. */
export type SignInTicket = Omit<z.output<typeof schema>, 'until'>

let cookie: Cookie | undefined

function ticketCookie(): Cookie {
  cookie ??= createCookie(cookieName('whose-account'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecureSite(),
    secrets: [cookieSecret('whose-account')],
  })
  return cookie
}

/** Set-Cookie that lets this browser choose among the accounts for five minutes. */
export function ticketHeader(ticket: SignInTicket): Promise<string> {
  const until = Date.now() + minutes * 60_000
  return ticketCookie().serialize({ ...ticket, until }, { maxAge: minutes * 60 })
}

/** The browser's ticket, or null where there is none, it was changed, or its time is over. */
export async function readTicket(request: Request): Promise<SignInTicket | null> {
  const parsed = schema.safeParse(await readSigned(request, ticketCookie()))
  return parsed.success && parsed.data.until > Date.now() ? parsed.data : null
}

export function usedTicketHeader(): Promise<string> {
  return ticketCookie().serialize('', { maxAge: 0, expires: new Date(0) })
}
