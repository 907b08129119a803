import type { SendFailure, SendTrouble } from './port'

/** What a provider answered: its status and its JSON, or null where there was none that could be read. */
export interface ProviderAnswer {
  status: number
  body: unknown
  /** Of the Retry-After header, where it says seconds. */
  retryAfterSeconds: number | null
}

const maxAnswerBytes = 100_000
/** When a provider without a connection is tried again. */
const noConnectionSeconds = 60

/**
 * One request to a provider, with a deadline for the whole answer. Keys are never carried to wherever a redirect points, and nothing of
 * what was asked is in the failure.
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

/** Of errors that come before a connection stands, and of no other: no such host, nobody listens, the certificate is another's. */
const beforeConnection =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_ALTNAME_INVALID|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** Whether no connection was made, so that nothing can have been sent. Of a host with several addresses, to none of them. */
function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.every((one) => {
    const { code, syscall } = propertiesOf(one)
    return syscall === 'connect' || syscall === 'getaddrinfo' || beforeConnection.test(textOf(code))
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

/** A failure with its sentence, from which numbers that could be somebody's are taken out. */
export function failure(reason: SendTrouble, message: string, retryAfterSeconds?: number | null): SendFailure {
  const said = message.replace(/\d{7,}/g, '…').slice(0, 200)
  return { ok: false, reason, message: said, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) }
}

/** An answer that says neither yes nor no. */
export const unreadable = () => failure('unreachable', 'The provider gave an answer that could not be read.')

/** An object's own properties, of whatever was sent; empty for anything else. */
export function propertiesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** A text, or a number as text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The time of a report: what the provider said, in India's time where it names no zone; now where that is no time or not yet. */
export function timeOf(said: string, now: Date): Date {
  const text = /^\d{10}$/.test(said)
    ? new Date(Number(said) * 1000)
    : new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(said) ? `${said.replace(' ', 'T')}+05:30` : Number.NaN)
  return Number.isNaN(text.getTime()) || text > now ? now : text
}

/** Our reference as it came back, or null where it is none of ours. */
export function referenceOf(value: unknown): string | null {
  const text = textOf(value)
  return /^[\w-]{1,40}$/.test(text) && text !== '0' ? text : null
}

/** A provider's id of a message, or null where it is none that can be kept. */
export function providerIdOf(value: unknown): string | null {
  const text = textOf(value)
  return /^[\x21-\x7e]{1,190}$/.test(text) ? text : null
}
