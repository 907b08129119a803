import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs a webhook as Meta does (X-Hub-Signature-256): HMAC-SHA256 over the raw body with the app secret. */
export function signAsMeta(rawBody: Buffer | string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`
}

/**
 * Returns true when one of the secrets signed the raw body; there can be two, as a replaced secret stays valid for a
 * day. An empty secret verifies nothing.
 */
export function isSignedByMeta(rawBody: Buffer, signature: string | null, appSecrets: readonly string[]): boolean {
  if (!signature || !/^sha256=[0-9a-f]{64}$/.test(signature)) return false
  // Checks every secret, so that the duration does not reveal the matching one.
  const fitting = appSecrets.filter(
    (secret) => secret !== '' && timingSafeEqual(Buffer.from(signAsMeta(rawBody, secret)), Buffer.from(signature)),
  )
  return fitting.length > 0
}
