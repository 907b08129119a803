import { randomUUID } from 'node:crypto'
import { execute, selectOne } from '~/database/database.server'
import type { LedgerScope } from './locks.server'

/** How we came to know something. The reconciler's and the callback's own questions need no id: they change nothing twice anyway. */
export interface ProviderNews {
  source: 'callback' | 'webhook' | 'reconciler'
  /** The provider's id of the event; unique in the school. */
  eventId?: string
  /** `payment.captured` and the like. */
  kind?: string
}

type EventOutcome = 'captured' | 'changed' | 'nothing-new' | 'mismatch' | 'unknown-payment' | 'tampered'

export async function isEventSeen(scope: LedgerScope, news: ProviderNews): Promise<boolean> {
  if (!news.eventId) return false
  const seen = await selectOne('SELECT id FROM payment_events WHERE school_id = :schoolId AND event_id = :eventId', {
    schoolId: scope.schoolId,
    eventId: news.eventId,
  })
  return seen !== null
}

/** Whether a forged callback of the payment was noted within the last hour: whoever knows its address could fill the table. */
export async function isForgeryNoted(scope: LedgerScope, paymentId: number): Promise<boolean> {
  const noted = await selectOne(
    `SELECT id FROM payment_events WHERE school_id = :schoolId AND payment_id = :paymentId AND source = 'callback'
       AND outcome = 'tampered' AND created_at > UTC_TIMESTAMP(3) - INTERVAL 1 HOUR LIMIT 1`,
    { schoolId: scope.schoolId, paymentId },
  )
  return noted !== null
}

/** Keeps what was heard and what came of it. A question of our own that told nothing new leaves no trace. */
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
