import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { signWebhook } from '../app/services/payments/signatures.server'
import { accountOf } from './entities'
import type { Merchant, StoredWebhook } from './state'
import type { Store } from './store'
import type { SwitchBoard } from './switches'

export interface WebhookEvent {
  event: string
  payload: Record<string, unknown>
}

export type Deliveries = ReturnType<typeof deliveries>

const ANSWER_WITHIN_MS = 5000

/**
 * Sends webhooks as in Razorpay's "Webhooks, Best Practices": anything but a 2xx response within 5 seconds is a
 * failure. Retries follow after growing pauses (seconds here, up to a day at Razorpay), always with the same event id,
 * body and signature.
 */
export function deliveries(store: Store, switches: SwitchBoard, retryDelaysMs: readonly number[]) {
  const stopped = new AbortController()
  setMaxListeners(0, stopped.signal)
  const underWay = new Set<Promise<void>>()

  async function pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: stopped.signal }).catch(() => {})
  }

  async function post(webhook: StoredWebhook): Promise<boolean> {
    webhook.attempts += 1
    try {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1 (payment sandbox)',
          'x-razorpay-signature': webhook.signature,
          'x-razorpay-event-id': webhook.event_id,
        },
        body: webhook.body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  async function finish(webhook: StoredWebhook, firstTry: boolean): Promise<void> {
    let delivered = firstTry
    for (const delay of retryDelaysMs) {
      if (delivered || stopped.signal.aborted) break
      await pause(delay)
      if (!stopped.signal.aborted) delivered = await post(webhook)
    }
    while (delivered && webhook.repeats > 0 && !stopped.signal.aborted) {
      webhook.repeats -= 1
      await post(webhook)
    }
    // A delivery interrupted by a stop continues after the next start.
    if (stopped.signal.aborted && !delivered) return
    webhook.state = delivered ? 'delivered' : 'given-up'
    await store.save()
  }

  /** Only first attempts are in order; a retry waits separately, because Razorpay promises no order. */
  async function deliverInOrder(webhooks: StoredWebhook[], delayMs: number): Promise<void> {
    if (delayMs > 0) await pause(delayMs)
    for (const webhook of webhooks) {
      if (stopped.signal.aborted) return
      track(finish(webhook, await post(webhook)))
    }
  }

  function track(work: Promise<void>): void {
    const watched = work.catch(() => {}).finally(() => underWay.delete(watched))
    underWay.add(watched)
  }

  return {
    /** Stores the events of one action and starts sending them; returns without waiting. */
    announce(merchant: Merchant, happenings: WebhookEvent[], at: number): void {
      if (!merchant.webhook_url || !merchant.webhook_secret) return
      const { dropWebhooks, repeatWebhooks, delayWebhooksMs, reorderWebhooks } = switches.read(merchant.key_id)
      const webhooks: StoredWebhook[] = []
      for (const { event, payload } of happenings) {
        const body = JSON.stringify({
          entity: 'event',
          account_id: accountOf(merchant.key_id),
          event,
          contains: Object.keys(payload),
          payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
          created_at: at,
        })
        webhooks.push({
          event_id: `evt_${randomUUID().replaceAll('-', '').slice(0, 14)}`,
          key_id: merchant.key_id,
          event,
          url: merchant.webhook_url,
          body,
          signature: signWebhook(body, merchant.webhook_secret),
          state: dropWebhooks ? 'dropped' : 'waiting',
          attempts: 0,
          repeats: repeatWebhooks,
        })
      }
      store.state.webhooks.push(...webhooks)
      if (dropWebhooks) return
      track(deliverInOrder(reorderWebhooks ? webhooks.toReversed() : webhooks, delayWebhooksMs))
    },
    /** Resumes the webhooks that an earlier run did not finish. */
    resume(): void {
      const waiting = store.state.webhooks.filter(({ state }) => state === 'waiting')
      track(deliverInOrder(waiting, 0))
    },
    /** Resolves when no webhook is being sent or waiting for a retry. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    stop(): void {
      stopped.abort()
    },
  }
}
