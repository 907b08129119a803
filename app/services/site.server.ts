import { env } from '~/env.server'

/** Full address of one of our pages, for mails and the payment provider; from BASE_URL, never from a request. */
export function siteUrl(path: string): string {
  return `${env().BASE_URL}${path}`
}

/** Address for reports of security faults (mailto:, https:, tel:); undefined if the operator set none. */
export function securityContact(): string | undefined {
  return env().SECURITY_CONTACT
}

/**
 * Readable contact for suspended schools: OPERATOR_CONTACT, or the address for security faults; null without either.
 */
export function operatorContact(): string | null {
  return (env().OPERATOR_CONTACT ?? env().SECURITY_CONTACT)?.replace(/^(mailto|tel):/, '') ?? null
}

/** True when a newly registered school opens to the public at once, without the operator's approval. */
export function schoolsOpenAtOnce(): boolean {
  return env().SCHOOLS_OPEN === '1'
}

/** True when clients reach us through TLS, so that cookies are Secure (and may be __Host-). */
export function isSecureSite(): boolean {
  return env().BASE_URL.startsWith('https://')
}

/**
 * Name of a cookie. With TLS it has a prefix, so that browsers accept it only from this host, for all paths and over
 * TLS.
 */
export function cookieName(name: string): string {
  return isSecureSite() ? `__Host-${name}` : name
}
