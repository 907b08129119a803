import { env } from '~/env.server'

/** Full address of one of our pages, for mails and for the payment provider; from BASE_URL, never from a request. */
export function siteUrl(path: string): string {
  return `${env().BASE_URL}${path}`
}

/** Where to tell of a security fault, as an address (mailto:, https:, tel:); undefined where the operator gave none. */
export function securityContact(): string | undefined {
  return env().SECURITY_CONTACT
}

/** Whom a suspended school may ask, for people to read: OPERATOR_CONTACT, else the address for security faults; null without either. */
export function operatorContact(): string | null {
  return (env().OPERATOR_CONTACT ?? env().SECURITY_CONTACT)?.replace(/^(mailto|tel):/, '') ?? null
}

/** A school that registers here is open to the public at once, without the operator's yes. */
export function schoolsOpenAtOnce(): boolean {
  return env().SCHOOLS_OPEN === '1'
}

/** Cookies are Secure (and may be __Host-) when people reach us through TLS. */
export function isSecureSite(): boolean {
  return env().BASE_URL.startsWith('https://')
}

/** A cookie's name; with TLS one that browsers take from this very host only, for all of it (Path=/), and only encrypted. */
export function cookieName(name: string): string {
  return isSecureSite() ? `__Host-${name}` : name
}
