import { webhookSecrets } from '~/models/core/schools/payment-keys.server'
import type { Outcome } from '~/models/core/shared/outcome'
import { schoolScope, systemActor } from '~/models/core/shared/scope.server'
import { settleFromWebhook, type WebhookResult } from '~/models/money/ledger/online/provider-news.server'
import { parseWebhookEvent } from '~/services/payments/events'
import { verifyWebhook } from '~/services/payments/signatures.server'
import type { Sandbox } from '../../sandbox/server'
import type { StoredWebhook } from '../../sandbox/state'
import { makePaymentKeys } from './ledger'
import { readRow, readRows } from './read'
import { addTestMerchant, type TestMerchant } from './sandbox'
import { type MadeSchool, makeSchool } from './school'

export interface PayingSchool extends MadeSchool {
  keys: TestMerchant
}

/** Creates a school whose keys the sandbox knows. */
export async function makePayingSchool(sandbox: Sandbox): Promise<PayingSchool> {
  const school = await makeSchool()
  const keys = await addTestMerchant(sandbox)
  await makePaymentKeys(school, keys)
  return { ...school, keys }
}

/** Delivers one webhook of the sandbox as the route does: signature over the raw body, then the event. */
export async function deliverWebhook(
  school: { id: number },
  webhook: Pick<StoredWebhook, 'body' | 'signature' | 'event_id'>,
): Promise<Outcome<WebhookResult, 'mismatch'> | { ok: false; reason: 'tampered' }> {
  const scope = schoolScope(school.id, systemActor)
  if (!verifyWebhook(webhook.body, webhook.signature, await webhookSecrets(scope))) {
    return { ok: false, reason: 'tampered' }
  }
  const event = parseWebhookEvent(webhook.body)
  if (!event) throw new Error('The sandbox sent something unreadable')
  return settleFromWebhook(scope, event, webhook.event_id)
}

/** Returns the signed parameters with which the sandbox sends a payer back. */
export function callbackOf(returnTo: string | null) {
  const query = new URL(returnTo ?? '').searchParams
  const get = (name: string) => query.get(`razorpay_${name}`) ?? ''
  return {
    linkId: get('payment_link_id'),
    referenceId: get('payment_link_reference_id'),
    status: get('payment_link_status'),
    paymentId: get('payment_id'),
    signature: get('signature'),
  }
}

export async function readPayment(publicId: string) {
  const row = await readRow<{
    id: number
    state: string
    linkId: string
    linkState: string
    capturedPaise: number
    refundedPaise: number
    receipts: number
  }>(
    `SELECT id, state, provider_link_id AS linkId, link_state AS linkState, captured_paise AS capturedPaise,
       refunded_paise AS refundedPaise, (SELECT COUNT(*) FROM receipts r WHERE r.payment_id = p.id) AS receipts
     FROM payments p WHERE public_id = :publicId`,
    { publicId },
  )
  if (!row) throw new Error('No such payment')
  return row
}

export async function readPaid(duePublicId: string): Promise<number> {
  const row = await readRow<{ paid: number }>('SELECT paid_paise AS paid FROM dues WHERE public_id = :duePublicId', {
    duePublicId,
  })
  return row?.paid ?? -1
}

/**
 * Checks the invariants of a school's ledger; returns one sentence per violation. `provider`: what the provider has
 * captured and refunded for the school's merchant, which the ledger's online part must equal to the paisa.
 */
export async function faultsOfLedger(
  school: { id: number },
  provider?: { captured: number; refunded: number },
): Promise<string[]> {
  const of = { schoolId: school.id }
  const faults: string[] = []
  const dues = await readRows<{ id: number; paid: number; owed: number; settled: number }>(
    `SELECT d.id, d.paid_paise AS paid, d.amount_paise - d.concession_paise + d.fine_paise AS owed,
       CAST(COALESCE((SELECT SUM(l.amount_paise) FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'settled'), 0) AS SIGNED)
         AS settled FROM dues d WHERE d.school_id = :schoolId`,
    of,
  )
  for (const due of dues) {
    if (due.paid !== due.settled) faults.push(`due ${due.id} says ${due.paid}, its settled lines ${due.settled}`)
    if (due.paid < 0 || due.paid > due.owed) faults.push(`due ${due.id} has ${due.paid} of ${due.owed}`)
  }
  const payments = await readRows<{
    id: number
    state: string
    captured: number
    refunded: number
    given: number
    taken: number
    captures: number
    receipts: number
    method: string
  }>(
    `SELECT p.id, p.state, p.method, p.captured_paise AS captured, p.refunded_paise AS refunded,
       CAST(COALESCE((SELECT SUM(l.amount_paise) FROM payment_lines l WHERE l.payment_id = p.id AND l.state = 'settled'
         AND l.amount_paise > 0), 0) AS SIGNED) AS given,
       CAST(COALESCE((SELECT -SUM(l.amount_paise) FROM payment_lines l WHERE l.payment_id = p.id AND l.state = 'settled'
         AND l.kind = 'refund'), 0) AS SIGNED) AS taken,
       CAST(COALESCE((SELECT SUM(c.amount_paise) FROM payment_captures c WHERE c.payment_id = p.id), 0) AS SIGNED) AS captures,
       (SELECT COUNT(*) FROM receipts r WHERE r.payment_id = p.id) AS receipts
     FROM payments p WHERE p.school_id = :schoolId`,
    of,
  )
  for (const one of payments) {
    if (one.given !== one.captured) faults.push(`payment ${one.id} captured ${one.captured} and gave ${one.given}`)
    if (one.taken !== one.refunded) faults.push(`payment ${one.id} refunded ${one.refunded}, lines say ${one.taken}`)
    if (one.method === 'online' && one.captures !== one.captured)
      faults.push(`payment ${one.id} counted a capture wrongly`)
    if (one.receipts !== (one.captured > 0 ? 1 : 0)) faults.push(`payment ${one.id} has ${one.receipts} receipts`)
    const money = one.captured > 0
    if (money !== ['paid', 'part_refunded', 'refunded', 'bounced', 'cancelled'].includes(one.state)) {
      faults.push(`payment ${one.id} is ${one.state} with ${one.captured}`)
    }
  }
  // When the provider captures a basket, it captures the full amount of each payment; a second capture covers each
  // payment again.
  const uneven = await readRows<{ id: number }>(
    `SELECT p.basket_id AS id FROM payments p WHERE p.school_id = :schoolId AND p.basket_id IS NOT NULL GROUP BY p.basket_id
     HAVING COUNT(DISTINCT p.captured_paise DIV p.amount_paise) > 1 OR SUM(p.captured_paise % p.amount_paise) > 0`,
    of,
  )
  for (const { id } of uneven) faults.push(`basket ${id} gave its payments unequal parts`)
  const closings = await readRows<{ id: number; said: number; covered: number }>(
    `SELECT c.id, c.cash_paise AS said, CAST(COALESCE((SELECT SUM(l.amount_paise) FROM payment_lines l
       WHERE l.cash_closing_id = c.id AND l.state = 'settled'), 0) AS SIGNED) AS covered
     FROM cash_closings c WHERE c.school_id = :schoolId`,
    of,
  )
  for (const { id, said, covered } of closings) {
    if (said !== covered) faults.push(`closing ${id} says ${said}, its lines ${covered}`)
  }
  const tooMuchBack = await readRows<{ id: string }>(
    `SELECT f.provider_payment_id AS id FROM refunds f WHERE f.school_id = :schoolId AND f.state <> 'failed'
       AND f.provider_payment_id IS NOT NULL GROUP BY f.provider_payment_id
     HAVING SUM(f.amount_paise) > (SELECT SUM(c.amount_paise) FROM payment_captures c
       WHERE c.school_id = :schoolId AND c.provider_payment_id = f.provider_payment_id)`,
    of,
  )
  for (const { id } of tooMuchBack) faults.push(`more of ${id} goes back than came`)
  const numbers = await readRows<{ year: string; number: number }>(
    'SELECT financial_year AS year, number FROM receipts WHERE school_id = :schoolId ORDER BY financial_year, number',
    of,
  )
  const next = new Map<string, number>()
  for (const { year, number } of numbers) {
    const expected = (next.get(year) ?? 0) + 1
    if (number !== expected) faults.push(`receipt ${number} of ${year} follows ${expected - 1}`)
    next.set(year, number)
  }
  if (provider) {
    const online = payments.filter((one) => one.method === 'online')
    const captured = online.reduce((sum, one) => sum + one.captured, 0)
    const refunded = online.reduce((sum, one) => sum + one.refunded, 0)
    if (captured !== provider.captured) faults.push(`captured ${captured}, the provider says ${provider.captured}`)
    if (refunded !== provider.refunded) faults.push(`refunded ${refunded}, the provider says ${provider.refunded}`)
  }
  return faults
}
