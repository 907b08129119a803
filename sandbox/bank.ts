import { randomInt } from 'node:crypto'
import { signCallback } from '../app/services/payments/signatures.server'
import { linkSnapshot, newId, orderEntity, paymentEntity } from './entities'
import { badRequest, unknownId } from './errors'
import { readNewLink } from './links'
import type { Merchant, Method, StoredLink, StoredPayment } from './state'
import type { Store } from './store'
import type { SwitchBoard } from './switches'
import type { Deliveries, WebhookEvent } from './webhooks'

export interface Surroundings {
  store: Store
  switches: SwitchBoard
  webhooks: Deliveries
  now: () => Date
  lateCaptureMs: number
  shortUrl: (linkId: string) => string
}

/** Actions of payers and the bank on links. Each action changes memory at once; the caller saves before it answers. */
export function bank({ store: { state }, switches, webhooks, now, lateCaptureMs, shortUrl }: Surroundings) {
  const seconds = () => Math.floor(now().getTime() / 1000)

  function merchantOf(link: StoredLink): Merchant {
    const merchant = state.merchants.find(({ key_id }) => key_id === link.key_id)
    if (!merchant) throw unknownId()
    return merchant
  }

  function tell(link: StoredLink, happenings: WebhookEvent[]): void {
    webhooks.announce(merchantOf(link), happenings, seconds())
  }

  function close(link: StoredLink, status: 'expired' | 'cancelled'): void {
    link.status = status
    link.updated_at = seconds()
    if (status === 'expired') link.expired_at = seconds()
    else link.cancelled_at = seconds()
    tell(link, [{ event: `payment_link.${status}`, payload: { payment_link: linkSnapshot(link, shortUrl(link.id)) } }])
  }

  function attempt(link: StoredLink, method: Method, status: 'captured' | 'failed'): StoredPayment {
    link.order_id ??= newId('order')
    link.attempts += 1
    const payment: StoredPayment = {
      id: newId('pay'),
      key_id: link.key_id,
      link_id: link.id,
      order_id: link.order_id,
      amount: link.amount,
      amount_refunded: 0,
      currency: link.currency,
      status,
      method,
      bank_reference: String(randomInt(100_000_000_000, 999_999_999_999)),
      created_at: seconds(),
    }
    state.payments.push(payment)
    return payment
  }

  function captureEvents(link: StoredLink, payment: StoredPayment): WebhookEvent[] {
    return [
      { event: 'payment.authorized', payload: { payment: paymentEntity(payment, link, 'authorized') } },
      { event: 'payment.captured', payload: { payment: paymentEntity(payment, link, 'captured') } },
    ]
  }

  /** Confirms a payment after the link has closed: the money is captured, the link stays closed. */
  function captureLate(link: StoredLink, method: Method): StoredPayment {
    link.late_capture_at = 0
    const payment = attempt(link, method, 'captured')
    tell(link, captureEvents(link, payment))
    return payment
  }

  function pay(link: StoredLink, method: Method): StoredPayment {
    const payment = attempt(link, method, 'captured')
    link.status = 'paid'
    link.amount_paid = link.amount
    link.updated_at = seconds()
    const happenings = captureEvents(link, payment)
    happenings.push({
      event: 'payment_link.paid',
      payload: {
        payment_link: linkSnapshot(link, shortUrl(link.id)),
        order: orderEntity(link),
        payment: { ...paymentEntity(payment, link, 'captured'), card: null, fee_bearer: 'platform' },
      },
    })
    if (switches.read(link.key_id).captureTwice) {
      happenings.push(...captureEvents(link, attempt(link, method, 'captured')))
    }
    tell(link, happenings)
    return payment
  }

  return {
    /** Expires links and captures late payments that are due. Returns true when something changed. */
    tick(): boolean {
      let changed = false
      for (const link of state.links) {
        if (link.status === 'created' && link.expire_by > 0 && link.expire_by <= seconds()) {
          close(link, 'expired')
          changed = true
        }
        if (link.late_capture_at > 0 && link.late_capture_at <= now().getTime()) {
          captureLate(link, link.late_method)
          changed = true
        }
      }
      return changed
    },

    createLink(merchant: Merchant, body: unknown): StoredLink {
      const fields = readNewLink(body, seconds())
      const { reference_id: reference } = fields
      if (reference && state.links.some((one) => one.key_id === merchant.key_id && one.reference_id === reference)) {
        throw badRequest(
          `payment link with given reference_id: ${reference} already exists. Please create a payment link with a different reference_id`,
        )
      }
      const link: StoredLink = {
        ...fields,
        id: newId('plink'),
        key_id: merchant.key_id,
        amount_paid: 0,
        status: 'created',
        order_id: null,
        attempts: 0,
        created_at: seconds(),
        updated_at: seconds(),
        expired_at: 0,
        cancelled_at: 0,
        late_capture_at: 0,
        late_method: 'upi',
      }
      state.links.push(link)
      return link
    },

    cancel(link: StoredLink): void {
      if (link.status === 'paid' || link.status === 'partially_paid') {
        throw badRequest('cannot cancel or expire an already paid/partially paid link')
      }
      if (link.status !== 'created') throw badRequest('cannot cancel or expire an expired link')
      close(link, 'cancelled')
    },

    /** Returns null when the link can no longer be paid. */
    pay: (link: StoredLink, method: Method): StoredPayment | null =>
      link.status === 'created' ? pay(link, method) : null,

    fail(link: StoredLink, method: Method): StoredPayment | null {
      if (link.status !== 'created') return null
      const payment = attempt(link, method, 'failed')
      tell(link, [{ event: 'payment.failed', payload: { payment: paymentEntity(payment, link) } }])
      return payment
    },

    expire(link: StoredLink): void {
      if (link.status === 'created') close(link, 'expired')
    },

    /** Closes the link if it is open and schedules a late confirmation by the bank; leaves a paid link unchanged. */
    payLate(link: StoredLink, method: Method): void {
      if (link.status === 'paid' || link.late_capture_at > 0) return
      if (link.status === 'created') close(link, 'expired')
      link.late_method = method
      link.late_capture_at = now().getTime() + lateCaptureMs
    },

    captureLate,

    /** Address for the payer's return: with the five signed parameters after a payment, otherwise without. */
    returnAddress(link: StoredLink, payment: StoredPayment | null): string | null {
      if (!link.callback_url) return null
      const address = new URL(link.callback_url)
      if (payment) {
        const parameters = {
          linkId: link.id,
          referenceId: link.reference_id,
          status: link.status,
          paymentId: payment.id,
        }
        address.searchParams.set('razorpay_payment_id', payment.id)
        address.searchParams.set('razorpay_payment_link_id', link.id)
        address.searchParams.set('razorpay_payment_link_reference_id', link.reference_id)
        address.searchParams.set('razorpay_payment_link_status', link.status)
        address.searchParams.set('razorpay_signature', signCallback(parameters, merchantOf(link).key_secret))
      }
      return address.href
    },
  }
}

export type Bank = ReturnType<typeof bank>
