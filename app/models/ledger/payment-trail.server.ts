import { select } from '~/database/connection.server'
import type { Joined } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'

/** How a payment came about, for the office that has to explain it: the provider's own ids and what it told us when. */
export interface PaymentTrail {
  linkId: string | null
  /** One link can be captured twice. */
  captures: Array<{ providerPaymentId: string; amountPaise: number; capturedAt: Date }>
  events: Array<{ source: 'callback' | 'webhook' | 'reconciler'; kind: string; outcome: string; at: Date }>
}

const mostEvents = 50

/** One row for each capture, or one without for a payment that has none. */
type CaptureRow = { linkId: string | null } & Joined<PaymentTrail['captures'][number]>

/** The trail of one payment of the school; empty for one that has none, or is another school's. */
export async function readPaymentTrail(scope: SchoolScope, publicId: string): Promise<PaymentTrail> {
  const of = { schoolId: scope.schoolId, publicId }
  const payment = 'p.school_id = :schoolId AND p.public_id = :publicId'
  const [rows, events] = await Promise.all([
    select<CaptureRow>(
      `SELECT p.provider_link_id AS linkId, c.provider_payment_id AS providerPaymentId, c.amount_paise AS amountPaise,
         c.captured_at AS capturedAt
       FROM payments p LEFT JOIN payment_captures c ON c.school_id = p.school_id AND c.payment_id = p.id
       WHERE ${payment} ORDER BY c.captured_at`,
      of,
    ),
    select<PaymentTrail['events'][number]>(
      `SELECT e.source, e.event_kind AS kind, e.outcome, e.created_at AS at
       FROM payments p JOIN payment_events e ON e.school_id = p.school_id AND e.payment_id = p.id
       WHERE ${payment} ORDER BY e.id LIMIT ${mostEvents}`,
      of,
    ),
  ])
  const captures = rows.flatMap(({ linkId: _linkId, ...row }) => (row.providerPaymentId === null ? [] : [row]))
  return { linkId: rows[0]?.linkId ?? null, captures, events }
}
