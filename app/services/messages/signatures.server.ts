import { createHmac, timingSafeEqual } from 'node:crypto'

/** Meta's signature of a webhook (X-Hub-Signature-256): HMAC-SHA256 over the raw body by the app's secret. */
export function signAsMeta(rawBody: Buffer | string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`
}

/** Whether the raw body was signed with one of the secrets: a changed one stays good for a day. An empty secret verifies nothing. */
export function isSignedByMeta(rawBody: Buffer, signature: string | null, appSecrets: readonly string[]): boolean {
  if (!signature || !/^sha256=[0-9a-f]{64}$/.test(signature)) return false
  // Every secret is tried, so that the time taken does not tell which one fitted.
  const fitting = appSecrets.filter(
    (secret) => secret !== '' && timingSafeEqual(Buffer.from(signAsMeta(rawBody, secret)), Buffer.from(signature)),
  )
  return fitting.length > 0
}
