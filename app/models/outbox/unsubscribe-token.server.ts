import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { siteUrl } from '~/services/site.server'

const context = 'mail.unsubscribe'

/**
 * Where the reader at this address unsubscribes from the school's bulk mail. The token is sealed: it names nobody to whoever sees the link, and
 * nobody without APP_KEY makes one (RFC 8058 asks for both). It works as long as the key does.
 */
export function unsubscribeUrl(schoolId: number, address: string): string {
  return siteUrl(`/unsubscribe/${unsubscribeToken(schoolId, address)}`)
}

/** The token alone. */
export function unsubscribeToken(schoolId: number, address: string): string {
  return encrypt(JSON.stringify([schoolId, address]), context).replace(/^v1\./, '')
}

/** Whose mail a link is about; null of one that we did not make. */
export function readUnsubscribeToken(token: string | undefined): { schoolId: number; address: string } | null {
  const text = token && token.length < 600 ? decryptOrNull(token, context) : null
  if (text === null) return null
  const [schoolId, address] = JSON.parse(text) as [number, string]
  return { schoolId, address }
}
