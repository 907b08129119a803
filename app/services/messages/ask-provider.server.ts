import type { SendFailure, SendTrouble } from './port'

/** Answer of a provider: its status and its JSON; null if there was no readable JSON. */
export interface ProviderAnswer {
  status: number
  body: unknown
  /** Retry-After header, if it is in seconds. */
  retryAfterSeconds: number | null
}

const maxAnswerBytes = 100_000
/** Delay before a retry when no connection was made. */
const noConnectionSeconds = 60

/**
 * Sends one request to a provider, with a deadline for the whole answer. Never follows redirects, which would pass on
 * the keys; a failure contains no part of the request.
 */
export async function askProvider(
  url: string,
  request: RequestInit,
  timeoutMs: number,
): Promise<{ ok: true; answer: ProviderAnswer } | SendFailure> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const wait = Number(response.headers.get('Retry-After') ?? '')
    const retryAfterSeconds = wait > 0 ? Math.min(Math.ceil(wait), 86_400) : null
    return { ok: true, answer: { status: response.status, body: await readJson(response), retryAfterSeconds } }
  } catch (error) {
    if (neverConnected(error))
      return failure('limited', 'There was no connection to the provider.', noConnectionSeconds)
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return failure(
      'unreachable',
      timedOut ? 'The provider did not answer in time.' : 'The provider could not be reached.',
    )
  }
}

/** Errors that occur before a connection is made: unknown host, refused connection, wrong certificate. */
const beforeConnection =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_ALTNAME_INVALID|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** Returns true when no connection was made to any of the host's addresses, so nothing can have been sent. */
function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.every((one) => {
    const { code, syscall } = propertiesOf(one)
    return syscall === 'connect' || syscall === 'getaddrinfo' || beforeConnection.test(replyTextOf(code))
  })
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > maxAnswerBytes) {
      await reader?.cancel()
      throw new Error('The answer is too long')
    }
    chunks.push(part.value)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}

/** Builds a failure; removes numbers from the message that could be a phone number. */
export function failure(reason: SendTrouble, message: string, retryAfterSeconds?: number | null): SendFailure {
  const maskedMessage = message.replace(/\d{7,}/g, '…').slice(0, 200)
  return { ok: false, reason, message: maskedMessage, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) }
}

/** Failure for an answer that is neither a success nor a refusal. */
export const unreadable = () => failure('unreachable', 'The provider gave an answer that could not be read.')

/** Returns an object's properties; empty for any other value. */
export function propertiesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** Returns a string, or a number as a string; empty for any other value. */
export function replyTextOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns the time of a report, which is read as IST if it names no zone; `now` for an invalid or future time. */
export function timeOf(reportedTime: string, now: Date): Date {
  const text = /^\d{10}$/.test(reportedTime)
    ? new Date(Number(reportedTime) * 1000)
    : new Date(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(reportedTime) ? `${reportedTime.replace(' ', 'T')}+05:30` : Number.NaN,
      )
  return Number.isNaN(text.getTime()) || text > now ? now : text
}

/** Returns our reference from a provider's answer; null for a text that cannot be a reference of ours. */
export function referenceOf(value: unknown): string | null {
  const text = replyTextOf(value)
  return /^[\w-]{1,40}$/.test(text) && text !== '0' ? text : null
}

/** Returns a provider's id of a message; null if it cannot be stored. */
export function providerIdOf(value: unknown): string | null {
  const text = replyTextOf(value)
  return /^[\x21-\x7e]{1,190}$/.test(text) ? text : null
}
