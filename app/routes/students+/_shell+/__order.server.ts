import { paths } from '~/http/paths'
import { redirectWithToast, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import type { OrderMethod } from '~/models/money/shop/options'
import {
  type CartChange,
  changesSince,
  type PricedCartLine,
  type ShownLine,
} from '~/models/money/shop/orders/cart-rules'
import { type OrderRefusal, type PlaceOrder, placeOrder } from '~/models/money/shop/orders/place-order.server'
import { itemName, totalPaise } from '~/models/money/shop/rules'

/**
 * Places an order and redirects: with cash on delivery to the order's page, otherwise to the payment. If the payment
 * cannot start now, the order stays, and its page shows until when it can be paid.
 */
export async function orderAndLead(
  scope: StudentScope,
  input: PlaceOrder,
  { placedTitle, headers = {} }: { placedTitle: string; headers?: HeadersInit },
): Promise<{ ok: true; answer: Response } | { ok: false; reason: OrderRefusal }> {
  const placed = await placeOrder(scope, input)
  if (!placed.ok) return placed
  const { orderId, dueId } = placed.value
  if (input.method === 'cod') {
    const toast = { type: 'success' as const, title: placedTitle }
    return { ok: true, answer: await redirectWithToast(paths.student.order(orderId), toast, headers) }
  }
  return { ok: true, answer: await payAndLead(scope, { orderId, dueId, formKey: input.formKey }, headers) }
}

/** Starts the payment of an order: redirects to the payment, or back to the order's page with the reason why not. */
export async function payAndLead(
  scope: StudentScope,
  { orderId, dueId, formKey }: { orderId: string; dueId: string; formKey: string },
  headers: HeadersInit = {},
): Promise<Response> {
  const started = await startOnlinePayment(scope, { dueIds: [dueId], formKey })
  if (started.ok) return seeOther(paths.student.payment(started.value.paymentId), headers)
  const to = paths.student.order(orderId)
  const message = troubles[started.reason]?.()
  // The order was paid or ended in the meantime, which its page shows.
  if (!message) return seeOther(to, headers)
  return redirectWithToast(to, { type: 'error', title: m.payments_failed_title(), message }, headers)
}

const troubles: Partial<Record<string, () => string>> = {
  'provider-down': m.payments_provider_down,
  'not-configured': m.payments_not_available_text,
  'too-small': m.payments_too_small,
  waiting: m.payments_declared,
}

const price = (paise: number) => formatPaise(paise, { style: 'short' })

const refusals: Record<Exclude<OrderRefusal, 'sold-out' | 'price-changed' | 'gone'>, () => string> = {
  empty: m.shop_cart_empty,
  'no-session': m.shop_refused_session,
  'cod-not-allowed': m.shop_refused_cod,
  'not-configured': m.payments_not_available_text,
  'too-small': m.payments_too_small,
  stale: m.payments_form_stale,
}

/** Title of the message about a refused order (student specification, section 8). */
export function failedTitle(method: OrderMethod): string {
  return method === 'cod' ? m.shop_failed_place() : m.shop_failed_create()
}

/**
 * Error messages for a refused order, with details if the store has changed since the order was shown. `now` is the
 * store's current state.
 */
export function refusalWords(
  reason: OrderRefusal,
  seenLines: readonly ShownLine[],
  now: readonly PricedCartLine[],
): [string, ...string[]] {
  if (reason !== 'sold-out' && reason !== 'price-changed' && reason !== 'gone') return [refusals[reason]()]
  const [first, ...others] = changesSince(seenLines, now).map(changeWords)
  return first === undefined ? [m.shop_refused_gone()] : [first, ...others]
}

/** Lists the changes since the order was shown, and the new total to confirm; null without changes. */
export function changedSince(seenLines: readonly ShownLine[], now: readonly PricedCartLine[]): string[] | null {
  const changes = changesSince(seenLines, now)
  if (changes.length === 0) return null
  return [...changes.map(changeWords), m.shop_change_total({ total: price(totalPaise(now)) })]
}

export function lackingWords({ stock, ...item }: { name: string; label: string; stock: number }): string {
  const name = itemName(item)
  return stock === 0 ? m.shop_change_none({ name }) : m.shop_change_stock({ name, count: stock })
}

function changeWords(change: CartChange): string {
  if (change.kind === 'lines') return m.shop_change_lines()
  const name = itemName(change)
  if (change.kind === 'price')
    return m.shop_change_price({ name, now: price(change.toPaise), before: price(change.fromPaise) })
  return lackingWords({ ...change, stock: change.left })
}
