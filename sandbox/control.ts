import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import type { Surroundings } from './bank'
import type { Merchant, State } from './state'
import { parseSwitches } from './switches'

/**
 * Captured and refunded paise of one merchant or all, for comparison with a school's ledger. Failed payments are listed
 * but not counted.
 */
export function ledgerTotals(state: State, keyId?: string) {
  const filterByKey = <T extends { key_id: string }>(all: T[]) =>
    keyId ? all.filter(({ key_id }) => key_id === keyId) : all
  const references = new Map(state.links.map(({ id, reference_id }) => [id, reference_id]))
  const payments = filterByKey(state.payments)
  return {
    captured: payments.reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0),
    refunded: payments.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    payments: payments.map(({ id, link_id, amount, amount_refunded, status }) => ({
      id,
      link_id,
      reference_id: references.get(link_id) ?? '',
      amount,
      amount_refunded,
      status,
    })),
    refunds: filterByKey(state.refunds).map(({ id, payment_id, amount, status }) => ({
      id,
      payment_id,
      amount,
      status,
    })),
  }
}

/** Parses a merchant of unknown shape; throws a TypeError with a readable message. */
export function parseMerchant(input: Record<string, unknown>): Merchant {
  const { key_id: keyId, key_secret: keySecret, webhook_url: url, webhook_secret: secret } = input
  if (typeof keyId !== 'string' || !/^\w{4,60}$/.test(keyId)) {
    throw new TypeError('key_id takes 4 to 60 letters, digits or underscores.')
  }
  if (typeof keySecret !== 'string' || keySecret === '') throw new TypeError('key_secret is missing.')
  if (url && (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url))) {
    throw new TypeError('webhook_url takes an http or https address.')
  }
  return {
    key_id: keyId,
    key_secret: keySecret,
    webhook_url: typeof url === 'string' && url ? url : null,
    webhook_secret: typeof secret === 'string' && secret ? secret : null,
  }
}

/** Adds a merchant or replaces the one with the same key id. */
export function putMerchant(state: State, merchant: Merchant): void {
  const at = state.merchants.findIndex(({ key_id }) => key_id === merchant.key_id)
  if (at < 0) state.merchants.push(merchant)
  else state.merchants[at] = merchant
}

/**
 * `/sandbox/…`: merchants, switches, ledger and sent webhooks. Needs no password, because it holds no real money,
 * listens on this machine only, and accepts only JSON, which a page of another site cannot send here.
 */
export function controlApi({ store, switches }: Surroundings): Router {
  const { state } = store
  const router = express.Router()
  router.use(express.json({ limit: '100kb' }))

  const keyOf = (request: Request) => (typeof request.query.key_id === 'string' ? request.query.key_id : undefined)

  router.get('/health', (_request, response) => {
    response.json({ ok: true })
  })
  router.post('/merchants', async (request, response, next) => {
    try {
      const merchant = parseMerchant(request.body ?? {})
      putMerchant(state, merchant)
      await store.save()
      response.status(201).json({ key_id: merchant.key_id, webhook_url: merchant.webhook_url })
    } catch (error) {
      next(error)
    }
  })
  router.get('/switches', (request, response) => {
    response.json(switches.read(keyOf(request)))
  })
  router.post('/switches', (request, response) => {
    const { key_id: keyId, reset, ...changes } = (request.body ?? {}) as Record<string, unknown>
    const targetKeyId = typeof keyId === 'string' ? keyId : undefined
    const checked = parseSwitches(changes)
    if (reset === true) switches.reset(targetKeyId)
    switches.set(checked, targetKeyId)
    response.json(switches.read(targetKeyId))
  })
  router.get('/ledger', (request, response) => {
    response.json(ledgerTotals(state, keyOf(request)))
  })
  router.get('/webhooks', (request, response) => {
    const keyId = keyOf(request)
    response.json({ webhooks: state.webhooks.filter(({ key_id }) => !keyId || key_id === keyId) })
  })
  router.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) return next(error)
    response.status(400).json({ error: error.message })
  })
  return router
}
