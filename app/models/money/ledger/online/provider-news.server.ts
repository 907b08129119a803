import { execute, inTransaction, number, selectRow } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { findPaymentKeys, webhookSecrets } from '~/models/core/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, VisitorScope } from '~/models/core/shared/scope.server'
import { type ProviderEvent, parseWebhookEvent } from '~/services/payments/events'
import { providerWith } from '~/services/payments/provider.server'
import { verifyCallback, verifyWebhook } from '~/services/payments/signatures.server'
import { type LedgerScope, studentOf } from '../locks.server'
import { Payment } from '../tables.server'
import { applyProviderFacts } from './apply-provider-facts.server'
import { isForgeryNoted, noteEvent } from './payment-events.server'

/**
 * Settles a payment whose payer returns with signed parameters. These identify the payment; its facts come from the
 * provider's API, as the parameters carry no amount. Returns the payment's state. Refuses `not-found`, `tampered` (a
 * wrong signature, or facts that are not the payment's; recorded) and `provider-down` (checked again in two seconds).
 */
export async function settleFromCallback(
  scope: LedgerScope,
  paymentId: string,
  parameters: Parameters<typeof verifyCallback>[0],
) {
  const payment = await Payment.findOne({ where: { schoolId: scope.schoolId, publicId: paymentId }, raw: true })
  const ownStudentId = studentOf(scope)
  if (payment?.method !== 'online' || (ownStudentId !== null && ownStudentId !== payment.studentId))
    return refused('not-found')
  const keys = await findPaymentKeys(scope)
  const genuine =
    keys !== null &&
    verifyCallback(parameters, keys.keySecret) &&
    parameters.referenceId === payment.providerReference &&
    (payment.providerLinkId === null || payment.providerLinkId === parameters.linkId)
  if (!genuine) {
    if (!(await isForgeryNoted(scope, payment.id)))
      await noteEvent(scope, payment.id, { source: 'callback' }, 'tampered')
    return refused('tampered')
  }
  const link = await providerWith(keys).fetchLink(parameters.linkId)
  if (!link.ok) {
    await askSoon(scope, payment.id)
    return refused('provider-down')
  }
  const applied = await applyProviderFacts(scope, payment.id, { link: link.value }, { source: 'callback' })
  if (applied.ok) return done({ state: applied.value.state })
  return refused(applied.reason === 'mismatch' ? 'tampered' : 'not-found')
}

/**
 * Schedules a check of the payment in two seconds. Runs in a separate transaction, which is retried when it collides
 * with a webhook of the same payment.
 */
async function askSoon(scope: LedgerScope, paymentId: number): Promise<void> {
  await inTransaction(() =>
    execute(
      `UPDATE payments SET checks = 0, next_check_at = UTC_TIMESTAMP(3) + INTERVAL 2 SECOND
       WHERE id = :paymentId AND school_id = :schoolId AND captured_paise = 0`,
      { paymentId, schoolId: scope.schoolId },
    ),
  )
}

export type WebhookResult = 'applied' | 'seen' | 'not-ours'

/**
 * Applies one webhook, once per event id. The caller has verified its signature over the raw body and read the id from
 * the header. Returns `not-ours`, not a refusal, for events about something else, so that the provider does not repeat
 * them. Refuses `mismatch`: amount, currency or ids are not the payment's (recorded).
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
  const { link, payment, refund } = event
  const facts = { link: link ?? undefined, payment: payment ?? undefined, refunds: refund ? [refund] : [] }
  const applied = await applyProviderFacts(scope, paymentId, facts, news)
  if (applied.ok) return done('applied')
  if (applied.reason === 'mismatch') return refused('mismatch')
  return done(applied.reason === 'seen' ? 'seen' : 'not-ours')
}

/** Finds our payment by the link's reference or id, by the note we put on it, or by a capture already recorded. */
async function findPaymentId(scope: SchoolScope, event: ProviderEvent): Promise<number | null> {
  const providerPayment = event.payment?.id ?? event.refund?.paymentId ?? ''
  const row = await selectRow(
    { id: number('id') },
    `FROM payments WHERE school_id = :schoolId AND method = 'online' AND (provider_reference = :reference
       OR provider_link_id = :linkId OR public_id = :note
       OR id IN (SELECT payment_id FROM payment_captures WHERE school_id = :schoolId AND provider_payment_id = :providerPayment))
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

/**
 * Reads a webhook of the school's provider account after verifying the signature over the raw body (with the current
 * secret, or for a day the previous one). Refuses `signature`, and `unreadable` for a genuine body or event id that
 * cannot be parsed.
 */
export async function readWebhook(
  scope: SchoolScope,
  webhook: { body: Buffer; signature: string | null; eventId: string | null },
) {
  if (!verifyWebhook(webhook.body, webhook.signature, await webhookSecrets(scope))) return refused('signature')
  const event = parseWebhookEvent(webhook.body)
  if (!event || !webhook.eventId || !/^[\w-]{1,80}$/.test(webhook.eventId)) return refused('unreadable')
  return done({ event, eventId: webhook.eventId })
}

const owner = columnsOf(Payment, 'p', 'schoolId', 'studentId', 'publicId')

/**
 * Owner of the payment in a URL. Only for the provider's callback: its signature, not a session, proves its content.
 */
export function findPaymentOwner(_visitor: VisitorScope, paymentId: string) {
  return selectRow(owner, 'FROM payments p WHERE p.public_id = :paymentId', { paymentId })
}

/** Owner of a basket, which is the owner of the payment that carries its link. */
export function findCarrierOwner(_visitor: VisitorScope, basketId: string) {
  return selectRow(
    owner,
    `FROM payment_baskets b JOIN payments p ON p.school_id = b.school_id AND p.basket_id = b.id
     WHERE b.public_id = :basketId ORDER BY p.id LIMIT 1`,
    { basketId },
  )
}
