import { formatPaise } from '~/models/core/shared/money'
import type { Tone } from '~/models/core/shared/tone'
import type { Canceller, OrderMethod, OrderMoneyState, OrderState } from './options'

export const orderStateWords: Record<OrderState, string> = {
  placed: 'Placed',
  paid: 'Paid',
  packed: 'Packed',
  handed_over: 'Handed over',
  cancelled: 'Cancelled',
}
export const orderStateTones: Record<OrderState, Tone> = {
  placed: 'info',
  paid: 'good',
  packed: 'info',
  handed_over: 'good',
  cancelled: 'bad',
}

export const orderMethodWords: Record<OrderMethod, string> = { razorpay: 'Online', cod: 'Cash on delivery' }

export const orderMoneyWords: Record<OrderMoneyState, string> = {
  no: 'Unpaid',
  part: 'Part paid',
  yes: 'Paid',
  'refund-failed': 'Refund failed',
}

export const cancellerWords: Record<Canceller, string> = {
  student: 'the student',
  office: 'the school',
  expiry: 'time: it was not paid',
}

export function priceText(product: { pricePaise: number; salePricePaise: number | null }): string {
  const price = formatPaise(product.pricePaise, { style: 'exact' })
  if (product.salePricePaise === null) return price
  return `${formatPaise(product.salePricePaise, { style: 'exact' })} (instead of ${price})`
}
