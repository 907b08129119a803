import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Bank, Surroundings } from './bank'
import { linkEntity, paymentEntity, refundEntity } from './entities'
import { ApiError, authenticationFailed, badRequest, serverError, unknownId, urlNotFound } from './errors'
import { makeRefund } from './refunds'
import type { Merchant, StoredPayment } from './state'

/** The part of Razorpay's API (`/v1`) that the portal uses, with Basic authentication by key pair. */
export function api(surroundings: Surroundings, desk: Bank): Router {
  const { store, switches, shortUrl, now } = surroundings
  const { state } = store
  const router = express.Router()

  function authenticate(request: Request): Merchant {
    const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'basic' || !encoded) throw authenticationFailed()
    const [keyId, ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
    const merchant = state.merchants.find(({ key_id }) => key_id === keyId)
    if (!merchant || merchant.key_secret !== secret.join(':')) throw authenticationFailed()
    return merchant
  }

  function ownOf<T extends { id: string; key_id: string }>(all: T[], { key_id }: Merchant, id: string | undefined): T {
    const entity = all.find((one) => one.id === id && one.key_id === key_id)
    if (!entity) throw unknownId()
    return entity
  }

  function showPayment(payment: StoredPayment) {
    const link = state.links.find(({ id }) => id === payment.link_id)
    if (!link) throw unknownId()
    return paymentEntity(payment, link)
  }

  function page<T>(request: Request, newestLast: T[]): T[] {
    const count = Math.min(Number(request.query.count ?? 10) || 10, 100)
    const skip = Number(request.query.skip ?? 0) || 0
    return newestLast.toReversed().slice(skip, skip + count)
  }

  function collection<T>(items: T[]) {
    return { entity: 'collection', count: items.length, items }
  }

  /** Handles a call: authenticates, applies active faults, runs `work`, saves the changes to disk and answers. */
  function answer(work: (merchant: Merchant, request: Request) => unknown): RequestHandler {
    return async (request, response, next) => {
      try {
        const merchant = authenticate(request)
        const { timeOut, failWith5xx, loseAnswers, loseAnswersToWrites } = switches.read(merchant.key_id)
        if (timeOut) return
        if (failWith5xx) throw serverError()
        desk.tick()
        const result = work(merchant, request)
        await store.save()
        if (!loseAnswers && !(loseAnswersToWrites && request.method === 'POST')) response.json(result)
      } catch (error) {
        next(error)
      }
    }
  }

  router.use(express.json({ limit: '100kb' }))

  router.post(
    '/payment_links',
    answer((merchant, request) => {
      const link = desk.createLink(merchant, request.body)
      return linkEntity(state, link, shortUrl(link.id))
    }),
  )
  router.get(
    '/payment_links',
    answer((merchant, request) => {
      const { reference_id: reference, payment_id: paymentId } = request.query
      const filtered = state.links.filter(
        (link) =>
          link.key_id === merchant.key_id &&
          (reference === undefined || link.reference_id === reference) &&
          (paymentId === undefined ||
            state.payments.some(({ id, link_id }) => id === paymentId && link_id === link.id)),
      )
      const matchingLinks =
        reference !== undefined && switches.read(merchant.key_id).ignoreReferenceFilter ? [] : filtered
      // A listed link shows no payments, as in the documented sample.
      return {
        payment_links: page(request, matchingLinks).map((link) => ({
          ...linkEntity(state, link, shortUrl(link.id)),
          payments: [],
        })),
      }
    }),
  )
  router.get(
    '/payment_links/:id',
    answer((merchant, request) => {
      const link = ownOf(state.links, merchant, request.params.id)
      return linkEntity(state, link, shortUrl(link.id))
    }),
  )
  router.post(
    '/payment_links/:id/cancel',
    answer((merchant, request) => {
      const link = ownOf(state.links, merchant, request.params.id)
      desk.cancel(link)
      return linkEntity(state, link, shortUrl(link.id))
    }),
  )
  router.get(
    '/payments',
    answer((merchant, request) => {
      const merchantPayments = state.payments.filter(({ key_id }) => key_id === merchant.key_id)
      return collection(page(request, merchantPayments).map(showPayment))
    }),
  )
  router.get(
    '/payments/:id',
    answer((merchant, request) => showPayment(ownOf(state.payments, merchant, request.params.id))),
  )
  router.post(
    '/payments/:id/refund',
    answer((merchant, request) => {
      const payment = ownOf(state.payments, merchant, request.params.id)
      const idempotencyKey = request.get('x-refund-idempotency')
      const at = Math.floor(now().getTime() / 1000)
      return refundEntity(
        makeRefund({ state, ...surroundings }, { merchant, payment, body: request.body ?? {}, idempotencyKey, at }),
      )
    }),
  )
  router.get(
    '/payments/:id/refunds',
    answer((merchant, request) => {
      const payment = ownOf(state.payments, merchant, request.params.id)
      const refunds = state.refunds.filter(({ payment_id }) => payment_id === payment.id)
      return collection(page(request, refunds).map((refund) => refundEntity(refund)))
    }),
  )

  router.use(() => {
    throw urlNotFound()
  })
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const unreadable = error instanceof Error && 'type' in error
    const apiError =
      error instanceof ApiError ? error : unreadable ? badRequest('wrong input fields sent.') : serverError()
    if (apiError.status === 500 && !(error instanceof ApiError)) console.error(error)
    response.status(apiError.status).json(apiError.body)
  })
  return router
}
