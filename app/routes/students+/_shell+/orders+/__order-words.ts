import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import type { OrderMethod, OrderState } from '~/models/money/shop/options'

export function methodText(method: OrderMethod): string {
  return method === 'cod' ? m.shop_cod() : m.shop_method_online()
}

export function stateText(order: { state: OrderState; method: OrderMethod }): { text: string; tone: Tone } {
  if (order.state === 'placed' && order.method === 'razorpay') return { text: m.shop_state_waiting(), tone: 'warn' }
  const { text, tone } = states[order.state]
  return { text: text(), tone }
}

/** Plain label of a state, for the timeline. */
export function stateName(state: OrderState): string {
  return states[state].text()
}

const states: Record<OrderState, { text: () => string; tone: Tone }> = {
  placed: { text: m.shop_state_placed, tone: 'info' },
  paid: { text: m.shop_state_paid, tone: 'good' },
  packed: { text: m.shop_state_packed, tone: 'info' },
  handed_over: { text: m.shop_state_handed_over, tone: 'good' },
  cancelled: { text: m.shop_state_cancelled, tone: 'neutral' },
}
