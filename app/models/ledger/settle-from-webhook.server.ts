import { selectOne } from '~/database/connection.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ProviderEvent } from '~/services/payments/events'
import { applyProviderFacts, type ProviderFacts } from './apply-provider-facts.server'
import { noteEvent } from './payment-events.server'

export type WebhookResult = 'applied' | 'seen' | 'not-ours'

/**
 * Applies one webhook of the school's provider account. The caller has verified its signature over the raw body and read its
 * id from the header; the id counts once. Answers `not-ours` for events about something that this ledger did not start, which the
 * provider shall not repeat either. Refuses `mismatch`: amount, currency or ids are not the payment's (noted).
 */
export async function settleFromWebhook(
  scope: SchoolScope,
  event: ProviderEvent,
  eventId: string,
): Promise<Outcome<WebhookResult, 'mismatch'>> {
  const news = { source: 'webhook' as const, eventId: eventId.slice(0, 80), kind: event.event.slice(0, 60) }
  const paymentId = await findPaymentId(scope, event)
  if (paymentId === null) {
    await noteEvent(scope, null, news, 'unknown-payment')
    return done('not-ours')
  }
  const applied = await applyProviderFacts(scope, paymentId, factsOf(event), news)
  if (applied.ok) return done('applied')
  if (applied.reason === 'mismatch') return refused('mismatch')
  return done(applied.reason === 'seen' ? 'seen' : 'not-ours')
}

function factsOf(event: ProviderEvent): ProviderFacts {
  return {
    ...(event.link ? { link: event.link } : {}),
    ...(event.payment ? { payment: event.payment } : {}),
    ...(event.refund ? { refunds: [event.refund] } : {}),
  }
}

/** Ours by the link's reference or id, by the note we put on it, or by a capture that we have counted. */
async function findPaymentId(scope: SchoolScope, event: ProviderEvent): Promise<number | null> {
  const providerPayment = event.payment?.id ?? event.refund?.paymentId ?? ''
  const row = await selectOne<{ id: number }>(
    `SELECT id FROM payments WHERE school_id = :schoolId AND method = 'online' AND (provider_reference = :reference
       OR provider_link_id = :linkId OR public_id = :note
       OR id = (SELECT payment_id FROM payment_captures WHERE school_id = :schoolId AND provider_payment_id = :providerPayment))
     LIMIT 1`,
    {
      schoolId: scope.schoolId,
      reference: event.link?.referenceId ?? '',
      linkId: event.link?.id ?? event.payment?.linkId ?? '',
      note: event.payment?.notes.payment ?? '',
      providerPayment,
    },
  )
  return row?.id ?? null
}
