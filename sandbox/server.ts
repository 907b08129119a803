import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type NextFunction, type Request, type Response } from 'express'
import { api } from './api'
import { bank, type Surroundings } from './bank'
import { controlApi, ledgerTotals, parseMerchant, putMerchant } from './control'
import { unknownId } from './errors'
import { hostedPages } from './hosted'
import type { MessageAccount } from './messages/accounts'
import { messageSandbox } from './messages/sandbox'
import { document, PAGE_POLICY } from './page'
import type { Merchant, Method, StoredLink, StoredWebhook } from './state'
import { openStore } from './store'
import { switchBoard } from './switches'
import { deliveries } from './webhooks'

export interface SandboxOptions {
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Address for payers, if it differs from host and port. */
  publicUrl?: string
  /** Keeps the state in this JSON file across restarts. */
  dataFile?: string
  merchants?: Merchant[]
  /** Schools registered with the SMS gateways and WhatsApp. */
  messageAccounts?: MessageAccount[]
  now?: () => Date
  /** Milliseconds from the link's expiry to the late capture. */
  lateCaptureMs?: number
  /** Pauses in milliseconds before a rejected webhook is retried. */
  retryDelaysMs?: readonly number[]
}

/** A running sandbox, controlled without a browser. Actions on a closed or unknown link throw. */
export type Sandbox = Awaited<ReturnType<typeof createSandbox>>

const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 16_000, 30_000]
const TICK_MS = 500

/** Starts a sandbox. Refuses to run in production, where its links would collect school fees that no one receives. */
export async function createSandbox(options: SandboxOptions = {}) {
  if (process.env.APP_MODE === 'production') throw new Error('The payment sandbox does not run in production.')
  const { host = '127.0.0.1', port = 0, now = () => new Date(), lateCaptureMs = 3000 } = options
  const store = await openStore(options.dataFile)
  const { state } = store
  const switches = switchBoard()
  const webhooks = deliveries(store, switches, options.retryDelaysMs ?? RETRY_DELAYS_MS)
  let url = ''
  const surroundings: Surroundings = {
    store,
    switches,
    webhooks,
    now,
    lateCaptureMs,
    shortUrl: (linkId) => `${url}/l/${linkId}`,
  }
  const desk = bank(surroundings)
  for (const merchant of options.merchants ?? []) putMerchant(state, parseMerchant({ ...merchant }))

  const app = express()
  app.disable('x-powered-by')
  app.use('/v1', api(surroundings, desk))
  app.use('/sandbox', controlApi(surroundings))
  app.use('/l', hostedPages(surroundings, desk))
  const messages = messageSandbox(options.messageAccounts ?? [], now)
  app.use('/messages', messages.router)
  app.get('/', (_request, response) => {
    const about =
      '<section class="card"><h1>Payment sandbox</h1><p>It stands in for Razorpay. Payment pages open from the school portal.</p></section>'
    response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(document('About', about))
  })
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    console.error(error)
    response
      .status(500)
      .type('html')
      .send(document('Error', '<section class="card"><h1>Something broke</h1></section>'))
  })

  const server = createServer(app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  url = options.publicUrl?.replace(/\/+$/, '') ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
  const clock = setInterval(() => {
    if (desk.tick()) void store.save().catch(console.error)
  }, TICK_MS)
  webhooks.resume()
  await store.save()

  /** Wraps an action on a link, so that its changes are on disk before the caller gets the result. */
  function acting<Done>(act: (link: StoredLink, method: Method) => Done) {
    return async (linkId: string, method: Method = 'upi') => {
      desk.tick()
      const link = state.links.find(({ id }) => id === linkId)
      if (!link) throw unknownId()
      const answer = act(link, method)
      await store.save()
      return answer
    }
  }
  function requireResult<T>(value: T | null): T {
    if (value === null) throw new Error('The link can no longer be paid.')
    return value
  }

  return {
    url,
    port: bound,
    switches,
    /** SMS gateways, WhatsApp and the phones, at `/messages`. */
    messages,
    async addMerchant(merchant: Merchant) {
      putMerchant(state, parseMerchant({ ...merchant }))
      await store.save()
    },
    /** Pays the link. `returnTo`: redirect address of the payer, with signed parameters; null without a callback. */
    pay: acting((link, method) => {
      const payment = requireResult(desk.pay(link, method))
      return { paymentId: payment.id, returnTo: desk.returnAddress(link, payment) }
    }),
    fail: acting((link, method) => ({ paymentId: requireResult(desk.fail(link, method)).id })),
    expire: acting((link) => desk.expire(link)),
    /** Closes the link if it is open and captures the payment at once. */
    payLate: acting((link, method) => {
      desk.expire(link)
      return { paymentId: desk.captureLate(link, method).id }
    }),
    ledger: (keyId?: string) => ledgerTotals(state, keyId),
    /** Ids of the merchant's links, unaffected by switched-on faults. */
    links: (keyId: string) => state.links.filter(({ key_id }) => key_id === keyId).map(({ id }) => id),
    /** Every webhook, sent or not, oldest first: body and signature, usable directly by a handler. */
    webhooks: (keyId?: string): readonly StoredWebhook[] =>
      state.webhooks.filter(({ key_id }) => !keyId || key_id === keyId),
    /** Resolves when no webhook is being sent or waiting for a retry. */
    settled: () => webhooks.settled(),
    async close() {
      clearInterval(clock)
      webhooks.stop()
      messages.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Hanging requests (see the switches) would otherwise keep the server open.
      server.closeAllConnections()
      await closed
      await webhooks.settled()
      await store.save()
    },
  }
}
