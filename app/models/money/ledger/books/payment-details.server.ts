import {
  allOrNone,
  instant,
  number,
  orNone,
  type RowOf,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type WaitingRequest, waitingRequestsAbout } from '~/models/people/second-person/requests.server'
import { refundableParts } from '../rules'
import { Due, Payment, PaymentLine, Refund } from '../tables.server'
import { ledgerStudentColumns } from './columns.server'

const isPayment = 'p.school_id = :schoolId AND p.public_id = :publicId'

/** Payment `k` that holds the link for payment `p`: `p` itself, or the first payment of its basket. */
const isCarrier = `k.id = IF(p.basket_id IS NULL, p.id, (SELECT MIN(f.id) FROM payments f
  WHERE f.school_id = p.school_id AND f.basket_id = p.basket_id))`

/** History of a payment, for the office that has to explain it: the provider's ids, and its events with their times. */
export type PaymentTrail = {
  linkId: string | null
  requests: WaitingRequest[]
  /** Usually one capture, but a link can be captured twice. */
  captures: Array<RowOf<typeof captureColumns>>
  events: Array<RowOf<typeof eventColumns>>
}

const maxEvents = 50
const requests = waitingRequestsAbout('p.school_id', 'p.public_id')

const captureColumns = {
  providerPaymentId: text('c.provider_payment_id'),
  amountPaise: number('c.amount_paise'),
  capturedAt: instant('c.captured_at'),
}
const trailColumns = { linkId: textOrNull('k.provider_link_id'), requests, ...allOrNone(captureColumns) }
const eventColumns = {
  source: wordOf<'callback' | 'webhook' | 'reconciler'>('e.source'),
  kind: text('e.event_kind'),
  outcome: text('e.outcome'),
  at: instant('e.created_at'),
}

/** Trail of one payment of the school; empty for a payment that has none or belongs to another school. */
export async function readPaymentTrail({ schoolId }: SchoolScope, publicId: string): Promise<PaymentTrail> {
  const [rows, events] = await Promise.all([
    // One row per capture, or a single row for a payment without captures.
    selectRows<RowOf<typeof trailColumns>>(
      trailColumns,
      `FROM payments p JOIN payments k ON ${isCarrier} LEFT JOIN payment_captures c ON c.school_id = p.school_id AND c.payment_id = p.id
       WHERE ${isPayment} ORDER BY c.captured_at, c.provider_payment_id`,
      { schoolId, publicId },
    ),
    selectRows(
      eventColumns,
      `FROM payments p JOIN payments k ON ${isCarrier} JOIN payment_events e ON e.school_id = k.school_id AND e.payment_id = k.id
       WHERE ${isPayment} ORDER BY e.id LIMIT ${maxEvents}`,
      { schoolId, publicId },
    ),
  ])
  const captures = rows.flatMap(({ linkId: _linkId, requests: _requests, ...row }) =>
    row.providerPaymentId === null ? [] : [row],
  )
  return { linkId: rows[0]?.linkId ?? null, requests: rows[0]?.requests ?? [], captures, events }
}

const atOffice = {
  key: textOrNull('f.storage_key'),
  fileName: textOrNull('f.file_name'),
  contentType: textOrNull('f.content_type'),
  requests,
}

/**
 * For office payments: the picture or PDF sent with a declared payment, or null, and the requests that await a second
 * person.
 */
export async function readProof({ schoolId }: SchoolScope, publicId: string) {
  const row = await selectRow(
    atOffice,
    `FROM payments p LEFT JOIN files f ON f.id = p.proof_file_id AND f.school_id = p.school_id AND f.state = 'kept'
     WHERE ${isPayment}`,
    { schoolId, publicId },
  )
  const { key, fileName, contentType } = row ?? { key: null, fileName: null, contentType: null }
  const proof = key === null || fileName === null || contentType === null ? null : { key, fileName, contentType }
  return { proof, requests: row?.requests ?? [] }
}

const refundColumns = {
  ...columnsOf(Refund, 'f', 'amountPaise', 'state', 'reason', 'givenBy', 'givenReference', 'providerRefundId'),
  ...columnsOf(Refund, 'f', 'failure', 'createdAt'),
  requestedBy: textOrNull('u.name'),
}

/** Refunds of one payment of the school, the oldest first; `givenBy` is null where the provider returns the money. */
export function listRefunds({ schoolId }: SchoolScope, publicId: string) {
  return selectRows(
    refundColumns,
    `FROM refunds f JOIN payments p ON p.id = f.payment_id
     LEFT JOIN staff_users u ON u.id = f.requested_by AND u.school_id = f.school_id
     WHERE f.school_id = :schoolId AND p.public_id = :publicId ORDER BY f.id`,
    { schoolId, publicId },
  )
}

export type RefundView = Awaited<ReturnType<typeof listRefunds>>[number]

const refundable = {
  ...columnsOf(Payment, 'p', 'id', 'publicId', 'method', 'state', 'transactionId'),
  studentName: ledgerStudentColumns.studentName,
}

const lineColumns = {
  ...columnsOf(PaymentLine, 'l', 'kind', 'state', 'dueId', 'amountPaise'),
  duePublicId: textOrNull('d.public_id'),
  ...orNone(columnsOf(Due, 'd', 'name', 'title')),
}

/**
 * Finds a payment of the school with its refundable parts: the excess first (`dueId` null), then each due. The parts
 * are empty when nothing may be refunded; null when the school has no such payment.
 */
export async function findRefundable({ schoolId }: SchoolScope, publicId: string) {
  const from = `FROM payments p JOIN students st ON st.id = p.student_id WHERE ${isPayment}`
  const payment = await selectRow(refundable, from, { schoolId, publicId })
  if (!payment) return null
  const { id, ...view } = payment
  const lines = await selectRows(
    lineColumns,
    `FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id
     WHERE l.school_id = :schoolId AND l.payment_id = :id ORDER BY l.id`,
    { schoolId, id },
  )
  const isPaid = payment.state === 'paid' || payment.state === 'part_refunded'
  const parts = (isPaid ? refundableParts(lines) : []).map(({ dueId, amountPaise }) => {
    const line = dueId === null ? undefined : lines.find((one) => one.dueId === dueId)
    return { dueId: line?.duePublicId ?? null, name: line?.name ?? '', title: line?.title ?? '', amountPaise }
  })
  return { ...view, parts }
}
