import Razorpay from 'razorpay'
import { recordHealth } from '~/services/health'
import { asObject, isProviderId, readLink, readPayment, readRefund } from './entities'
import type { NewLink, PaymentProvider, ProviderFailure, ProviderLink, ProviderResult } from './port'
import { failureFrom } from './razorpay-failures.server'

export interface RazorpaySettings {
  keyId: string
  keySecret: string
  /** Address of another server with Razorpay's API: the payment sandbox. */
  baseUrl?: string
  /** Deadline for the whole answer of one request. */
  timeoutMs?: number
}

/** Part of the package's HTTP client that has neither types nor options. */
interface HttpClient {
  defaults: {
    baseURL: string
    maxRedirects: number
    maxContentLength: number
    headers: { common: Record<string, string> }
  }
  interceptors: {
    request: { use(change: (config: { signal?: AbortSignal }) => { signal?: AbortSignal }): void }
    response: { use(pass: undefined, fail: (error: { response?: unknown; code?: string }) => never): void }
  }
}

const SEARCH_PAGES = 3
const PAGE_SIZE = 100

/**
 * True when there was no answer, which counts as a failure of the provider. "Too many requests" and "server error" do
 * not count: they come quickly, and may concern one school's keys only.
 */
const isSilent = (result: ProviderResult<unknown>) =>
  !result.ok && (result.code === 'timeout' || result.code === 'no-answer')

function badAnswer(): ProviderFailure {
  return {
    ok: false,
    reason: 'unreachable',
    code: 'bad-answer',
    message: 'The payment provider gave an answer that could not be read.',
  }
}

function badId(): ProviderFailure {
  return { ok: false, reason: 'refused', code: 'not-found', message: 'The id provided does not exist' }
}

/** Adds the country code that Razorpay requires; schools enter ten digits. */
function internationalNumber(contact: string): string {
  const digits = contact.replace(/[\s-]/g, '')
  return /^[6-9]\d{9}$/.test(digits) ? `+91${digits}` : digits
}

/**
 * Razorpay with one school's keys. Never throws when the provider fails: timeouts, refused connections, 429, 5xx and
 * unreadable answers are `unreachable`, 401 is `bad-keys`, any other 4xx `refused` with Razorpay's own description.
 */
export function razorpayProvider({ keyId, keySecret, baseUrl, timeoutMs = 10_000 }: RazorpaySettings): PaymentProvider {
  function connect(headers: Record<string, string> = {}): Razorpay {
    const client = new Razorpay({ key_id: keyId, key_secret: keySecret })
    const { defaults, interceptors } = (client.api as unknown as { rq: HttpClient }).rq
    if (baseUrl) defaults.baseURL = baseUrl.replace(/\/+$/, '')
    // A redirect must not receive the keys.
    defaults.maxRedirects = 0
    defaults.maxContentLength = 2_000_000
    Object.assign(defaults.headers.common, headers)
    // The client's own timeout restarts with every byte; a deadline does not.
    interceptors.request.use((config) => Object.assign(config, { signal: AbortSignal.timeout(timeoutMs) }))
    // If there is no response, the package reads `undefined.status`, and its TypeError hides the cause.
    interceptors.response.use(undefined, (error) => {
      error.response ??= { status: 0, data: { error: { code: error.code } } }
      throw error
    })
    return client
  }
  const client = connect()

  function ask<T>(call: () => Promise<unknown>, read: (answer: unknown) => T | null): Promise<ProviderResult<T>> {
    return recordHealth('payments', isSilent, async () => {
      try {
        const value = read(await call())
        return value === null ? badAnswer() : { ok: true, value }
      } catch (error) {
        return failureFrom(error)
      }
    })
  }

  /** Asks about one entity; sends no request for a text that cannot be its id. */
  async function askAbout<T>(
    kind: 'plink' | 'pay',
    id: string,
    call: (id: string) => Promise<unknown>,
    read: (answer: unknown) => T | null,
  ): Promise<ProviderResult<T>> {
    return isProviderId(kind, id) ? ask(() => call(id), read) : badId()
  }

  const fetchLink = (linkId: string) => askAbout('plink', linkId, (id) => client.paymentLink.fetch(id), readLink)

  function listLinks(query: { reference_id?: string; count: number; skip: number }) {
    return ask(
      () => client.paymentLink.all(query),
      (answer) => {
        const links = asObject(answer)?.payment_links
        return Array.isArray(links) ? links.map(asObject) : null
      },
    )
  }

  /**
   * Finds a link by its reference. The API documents a filter for it, but integrators report that it is ignored
   * (nothing found, or everything listed). So the references of the found links are compared and, if none matches,
   * those of the newest links. The list omits a link's payments, so the matching link is fetched again.
   */
  async function findLinkByReference(referenceId: string): Promise<ProviderResult<ProviderLink | null>> {
    const newest = Array.from({ length: SEARCH_PAGES }, (_, page) => ({ count: PAGE_SIZE, skip: page * PAGE_SIZE }))
    for (const query of [{ reference_id: referenceId, count: PAGE_SIZE, skip: 0 }, ...newest]) {
      const listed = await listLinks(query)
      if (!listed.ok) return listed
      const matchingLink = listed.value.find((link) => link?.reference_id === referenceId)
      if (matchingLink) return isProviderId('plink', matchingLink.id) ? fetchLink(matchingLink.id) : badAnswer()
      if (!('reference_id' in query) && listed.value.length < PAGE_SIZE) break
    }
    return { ok: true, value: null }
  }

  function createLink(input: NewLink): Promise<ProviderResult<ProviderLink>> {
    const { name, email, contact } = input.customer
    return ask(
      () =>
        client.paymentLink.create({
          amount: input.amountPaise,
          currency: 'INR',
          accept_partial: false,
          reference_id: input.referenceId,
          description: input.description,
          customer: {
            name,
            ...(email ? { email } : {}),
            ...(contact ? { contact: internationalNumber(contact) } : {}),
          },
          expire_by: Math.floor(input.expiresAt.getTime() / 1000),
          // The school notifies its students itself, in their language.
          notify: { sms: false, email: false },
          reminder_enable: false,
          notes: input.notes,
          callback_url: input.callbackUrl,
          callback_method: 'get',
        }),
      readLink,
    )
  }

  return {
    createLink,
    fetchLink,
    findLinkByReference,
    cancelLink: (linkId) => askAbout('plink', linkId, (id) => client.paymentLink.cancel(id), readLink),
    fetchPayment: (paymentId) => askAbout('pay', paymentId, (id) => client.payments.fetch(id), readPayment),
    refund: ({ paymentId, amountPaise: amount, idempotencyKey, notes = {} }) => {
      // The package drops unknown headers of a call, so the idempotency key needs a client of its own.
      const once = connect({ 'X-Refund-Idempotency': idempotencyKey })
      return askAbout('pay', paymentId, (id) => once.payments.refund(id, { amount, notes }), readRefund)
    },
    listRefunds: (paymentId) =>
      askAbout(
        'pay',
        paymentId,
        (id) => client.payments.fetchMultipleRefund(id, { count: PAGE_SIZE }),
        (answer) => {
          const items = asObject(answer)?.items
          if (!Array.isArray(items)) return null
          const refunds = items.map(readRefund).filter((item) => item !== null)
          return refunds.length === items.length ? refunds : null
        },
      ),
    checkKeys: () =>
      ask(
        () => client.payments.all({ count: 1 }),
        (answer) => (Array.isArray(asObject(answer)?.items) ? (true as const) : null),
      ),
  }
}
