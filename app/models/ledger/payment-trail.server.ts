import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** How a payment came about, for the office that has to explain it: the provider's own ids and what it told us when. */
export interface PaymentTrail {
  linkId: string | null
  /** One link can be captured twice. */
  captures: Array<{ providerPaymentId: string; amountPaise: number; capturedAt: Date }>
  events: Array<{ source: 'callback' | 'webhook' | 'reconciler'; kind: string; outcome: string; at: Date }>
}

const mostEvents = 50

/** The trail of one payment of the school; empty for one that has none, or is another school's. */
export async function readPaymentTrail(scope: SchoolScope, publicId: string): Promise<PaymentTrail> {
  const payment = await selectOne<{ id: number; linkId: string | null }>(
    'SELECT id, provider_link_id AS linkId FROM payments WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
  )
  if (!payment) return { linkId: null, captures: [], events: [] }
  const of = { schoolId: scope.schoolId, paymentId: payment.id }
  const [captures, events] = await Promise.all([
    select<PaymentTrail['captures'][number]>(
      `SELECT provider_payment_id AS providerPaymentId, amount_paise AS amountPaise, captured_at AS capturedAt
       FROM payment_captures WHERE school_id = :schoolId AND payment_id = :paymentId ORDER BY captured_at`,
      of,
    ),
    select<PaymentTrail['events'][number]>(
      `SELECT source, event_kind AS kind, outcome, created_at AS at FROM payment_events
       WHERE school_id = :schoolId AND payment_id = :paymentId ORDER BY id LIMIT ${mostEvents}`,
      of,
    ),
  ])
  return { linkId: payment.linkId, captures, events }
}
