import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Razorpay's signatures: HMAC-SHA256 in hex (Razorpay Docs, "Verify Signature" of Payment Links APIs and "Validate and
 * Test Webhooks"). The package's own check compares strings in varying time and throws on missing values; these
 * functions do neither.
 */

interface CallbackParameters {
  linkId: string
  /** Empty for a link without reference. */
  referenceId: string
  status: string
  paymentId: string
}

function hmac(secret: string, content: Buffer | string): Buffer {
  return createHmac('sha256', secret).update(content).digest()
}

function matches(expected: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function callbackContent({ linkId, referenceId, status, paymentId }: CallbackParameters): string {
  return `${linkId}|${referenceId}|${status}|${paymentId}`
}

export function signCallback(parameters: CallbackParameters, keySecret: string): string {
  return hmac(keySecret, callbackContent(parameters)).toString('hex')
}

/**
 * Returns true when the key secret signed the parameters of a callback. False for missing or malformed values, and for
 * values that contain the separator: two sets of parameters could then share one signature.
 */
export function verifyCallback(parameters: CallbackParameters & { signature: string }, keySecret: string): boolean {
  const { linkId, referenceId, status, paymentId, signature } = parameters
  const values: unknown[] = [linkId, referenceId, status, paymentId]
  if (!keySecret || values.some((value) => typeof value !== 'string' || value.includes('|'))) return false
  if (!linkId || !status || !paymentId) return false
  return matches(hmac(keySecret, callbackContent(parameters)), signature)
}

export function signWebhook(rawBody: Buffer | string, secret: string): string {
  return hmac(secret, rawBody).toString('hex')
}

/**
 * Returns true when one of the secrets signed the raw, unparsed body of a webhook. A replaced secret stays valid for a
 * day, since Razorpay repeats older events with the older signature. An empty secret verifies nothing.
 */
export function verifyWebhook(
  rawBody: Buffer | string,
  signature: string | null | undefined,
  secrets: readonly string[],
): boolean {
  let verified = false
  for (const secret of secrets) {
    // Checks every secret, so that the duration does not reveal the matching one.
    if (secret && matches(hmac(secret, rawBody), signature)) verified = true
  }
  return verified
}
