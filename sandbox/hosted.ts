import express, { type Response, type Router } from 'express'
import type { Bank, Surroundings } from './bank'
import { linkPage, missingPage, PAGE_POLICY } from './page'
import { METHODS, type StoredLink, type StoredPayment } from './state'

function sendPage(response: Response, status: number, html: string): void {
  response
    .status(status)
    .set({
      'Content-Security-Policy': PAGE_POLICY,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    .type('html')
    .send(html)
}

/** Hosted page for a link's short_url: `/l/:id`. Every action is a form; a 303 redirects the payer to the merchant. */
export function hostedPages({ store, switches }: Surroundings, desk: Bank): Router {
  const { state } = store
  const router = express.Router()

  function capturedOn(link: StoredLink): StoredPayment | undefined {
    return state.payments.find(({ link_id, status }) => link_id === link.id && status !== 'failed')
  }

  function lastFailed(link: StoredLink): boolean {
    return state.payments.findLast(({ link_id }) => link_id === link.id)?.status === 'failed'
  }

  function show(response: Response, link: StoredLink): void {
    const captured = capturedOn(link)
    const paid = link.status === 'paid' ? captured : undefined
    const page = linkPage({
      link,
      failed: lastFailed(link),
      late: captured !== undefined,
      back: desk.returnAddress(link, paid ?? null),
    })
    sendPage(response, 200, page)
  }

  router.get('/:id', async (request, response, next) => {
    try {
      if (desk.tick()) await store.save()
      const link = state.links.find(({ id }) => id === request.params.id)
      if (!link) return sendPage(response, 404, missingPage())
      show(response, link)
    } catch (error) {
      next(error)
    }
  })

  router.post('/:id', express.urlencoded({ extended: false, limit: '10kb' }), async (request, response, next) => {
    try {
      desk.tick()
      const link = state.links.find(({ id }) => id === request.params.id)
      if (!link) return sendPage(response, 404, missingPage())
      const here = `${request.baseUrl}/${link.id}`
      const method = METHODS.find((one) => one === request.body.method) ?? 'upi'
      let next = here
      if (request.body.act === 'pay') {
        // A second click finds the link paid and redirects the payer to the same address.
        desk.pay(link, method)
        const payment = link.status === 'paid' ? capturedOn(link) : undefined
        if (payment && !switches.read(link.key_id).dropCallback) next = desk.returnAddress(link, payment) ?? here
      } else if (request.body.act === 'fail') {
        desk.fail(link, method)
      } else if (request.body.act === 'late') {
        desk.payLate(link, method)
      } else if (request.body.act === 'cancel') {
        next = desk.returnAddress(link, null) ?? here
      }
      await store.save()
      response.redirect(303, next)
    } catch (error) {
      next(error)
    }
  })
  return router
}
