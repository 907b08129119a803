import { paths } from '~/addresses/paths'
import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { siteUrl } from '~/services/site.server'

const context = 'mail.unsubscribe'

/**
 * URL at which the recipient unsubscribes from the school's bulk mail. The token is encrypted: it reveals no name, and
 * only APP_KEY can create one (RFC 8058 requires both). It does not expire while APP_KEY stays the same.
 */
export function unsubscribeUrl(schoolId: number, address: string): string {
  return siteUrl(paths.unsubscribe(unsubscribeToken(schoolId, address)))
}

export function unsubscribeToken(schoolId: number, address: string): string {
  return encrypt(JSON.stringify([schoolId, address]), context).replace(/^v1\./, '')
}

/** School and address of an unsubscribe link; null for a forged one. */
export function readUnsubscribeToken(token: string | undefined): { schoolId: number; address: string } | null {
  const text = token && token.length < 600 ? decryptOrNull(token, context) : null
  if (text === null) return null
  const [schoolId, address] = JSON.parse(text) as [number, string]
  return { schoolId, address }
}
