import { formatPaise } from '~/models/shared/money'
import type { Tone } from '~/models/shared/tone'
import type { Canceller, OrderMethod, OrderMoneyState, OrderState } from './options'

/** The office's words for where an order stands. */
export const orderStateNames: Record<OrderState, { word: string; tone: Tone }> = {
  placed: { word: 'Placed', tone: 'info' },
  paid: { word: 'Paid', tone: 'good' },
  packed: { word: 'Packed', tone: 'info' },
  handed_over: { word: 'Handed over', tone: 'good' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
}

export const orderMethodNames: Record<OrderMethod, string> = { razorpay: 'Online', cod: 'Cash on delivery' }

export const orderMoneyNames: Record<OrderMoneyState, string> = {
  no: 'Unpaid',
  part: 'Part paid',
  yes: 'Paid',
  'refund-failed': 'Refund failed',
}

export const cancellerNames: Record<Canceller, string> = {
  student: 'the student',
  office: 'the school',
  expiry: 'time: it was not paid',
}

/** What a piece costs: the sale price, with the price it had before. */
export function priceText(product: { pricePaise: number; salePricePaise: number | null }): string {
  const price = formatPaise(product.pricePaise, { style: 'exact' })
  if (product.salePricePaise === null) return price
  return `${formatPaise(product.salePricePaise, { style: 'exact' })} (instead of ${price})`
}
