import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import { cookieSecret } from '~/services/secrets/secrets.server'
import { cookieName, isSecureSite } from '~/services/site.server'
import { readSigned } from './signed-cookie.server'

const minutes = 15

const schema = z.object({ application: z.string(), until: z.number().int() })

let cookie: Cookie | undefined

function ticketCookie(): Cookie {
  cookie ??= createCookie(cookieName('application'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecureSite(),
    secrets: [cookieSecret('application')],
  })
  return cookie
}

/**
 * Set-Cookie that lets this browser see one registration for a quarter of an hour. It is no session: who waits for a school has
 * no account.
 */
export function applicationTicketHeader(application: string): Promise<string> {
  return ticketCookie().serialize({ application, until: Date.now() + minutes * 60_000 }, { maxAge: minutes * 60 })
}

/** The registration whose password this browser has just given, or null. */
export async function readApplicationTicket(request: Request): Promise<string | null> {
  const parsed = schema.safeParse(await readSigned(request, ticketCookie()))
  return parsed.success && parsed.data.until > Date.now() ? parsed.data.application : null
}
