import { env } from '~/env.server'

/** Full address of one of our pages, for mails and for the payment provider; from BASE_URL, never from a request. */
export function siteUrl(path: string): string {
  return `${env().BASE_URL}${path}`
}

/** Cookies are Secure (and may be __Host-) when people reach us through TLS. */
export function isSecureSite(): boolean {
  return env().BASE_URL.startsWith('https://')
}
