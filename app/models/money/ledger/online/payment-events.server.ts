import { randomUUID } from 'node:crypto'
import { execute, exists } from '~/database/database.server'
import type { LedgerScope } from '../locks.server'

/**
 * Source of the provider's facts. Facts by reconciler or callback need no event id: applying them twice changes
 * nothing.
 */
export interface ProviderNews {
  source: 'callback' | 'webhook' | 'reconciler'
  /** The provider's id of the event; unique in the school. */
  eventId?: string
  /** For example `payment.captured`. */
  kind?: string
}

type EventOutcome = 'captured' | 'changed' | 'nothing-new' | 'mismatch' | 'unknown-payment' | 'tampered'

export async function isEventSeen(scope: LedgerScope, news: ProviderNews): Promise<boolean> {
  if (!news.eventId) return false
  return exists('FROM payment_events WHERE school_id = :schoolId AND event_id = :eventId', {
    schoolId: scope.schoolId,
    eventId: news.eventId,
  })
}

/**
 * Returns true when a forged callback of the payment was recorded within the last hour. Another is then not recorded,
 * because anyone who knows the URL could fill the table.
 */
export async function isForgeryNoted(scope: LedgerScope, paymentId: number): Promise<boolean> {
  return exists(
    `FROM payment_events WHERE school_id = :schoolId AND payment_id = :paymentId AND source = 'callback'
       AND outcome = 'tampered' AND created_at > UTC_TIMESTAMP(3) - INTERVAL 1 HOUR`,
    { schoolId: scope.schoolId, paymentId },
  )
}

/** Records an event and its outcome. Records nothing when a check of our own found nothing new. */
export async function noteEvent(
  scope: LedgerScope,
  paymentId: number | null,
  news: ProviderNews,
  outcome: EventOutcome,
) {
  if (!news.eventId && outcome === 'nothing-new') return
  await execute(
    `INSERT INTO payment_events (school_id, payment_id, source, event_id, event_kind, outcome, created_at)
     VALUES (:schoolId, :paymentId, :source, :eventId, :kind, :outcome, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE id = id`,
    {
      schoolId: scope.schoolId,
      paymentId,
      source: news.source,
      eventId: news.eventId ?? `${news.source}:${randomUUID()}`,
      kind: news.kind ?? news.source,
      outcome,
    },
  )
}
