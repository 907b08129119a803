import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import { type CartChange, changesSince, type PricedCartLine, type SeenLine } from '~/models/shop/cart-rules'
import type { OrderMethod } from '~/models/shop/options'
import type { OrderRefusal } from '~/models/shop/place-order.server'
import { itemName, totalPaise } from '~/models/shop/rules'

const price = (paise: number) => formatPaise(paise, { style: 'short' })

const refusals: Record<Exclude<OrderRefusal, 'sold-out' | 'price-changed' | 'gone'>, () => string> = {
  empty: m.shop_cart_empty,
  'no-session': m.shop_refused_session,
  'cod-not-allowed': m.shop_refused_cod,
  'not-configured': m.payments_not_available_text,
  'too-small': m.payments_too_small,
  stale: m.payments_form_stale,
}

/** The title over it (SP section 8). */
export function failedTitle(method: OrderMethod): string {
  return method === 'cod' ? m.shop_failed_place() : m.shop_failed_create()
}

/** Why nothing was ordered: for what changed since it was seen, what and how; `now` is what the store has now. */
export function refusalWords(
  reason: OrderRefusal,
  seen: readonly SeenLine[],
  now: readonly PricedCartLine[],
): [string, ...string[]] {
  if (reason !== 'sold-out' && reason !== 'price-changed' && reason !== 'gone') return [refusals[reason]()]
  const [first, ...others] = changesSince(seen, now).map(changeWords)
  return first === undefined ? [m.shop_refused_gone()] : [first, ...others]
}

/** What is not as it was seen, and the new total to agree to; null when nothing is. */
export function changedSince(seen: readonly SeenLine[], now: readonly PricedCartLine[]): string[] | null {
  const changes = changesSince(seen, now)
  if (changes.length === 0) return null
  return [...changes.map(changeWords), m.shop_change_total({ total: price(totalPaise(now)) })]
}

/** A line of which there are fewer than are wanted. */
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
