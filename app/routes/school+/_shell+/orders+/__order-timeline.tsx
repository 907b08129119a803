import type { ReactNode } from 'react'
import { formatInstant } from '~/models/shared/calendar'
import { cancellerNames } from '~/models/shop/office-words'
import type { Canceller, OrderState } from '~/models/shop/options'
import { orderNumber } from '~/models/shop/rules'

interface Happened {
  state: OrderState
  placedAt: Date
  reservedUntil: Date | null
  paidAt: Date | null
  invoiceYear: string | null
  invoiceNumber: number | null
  packedAt: Date | null
  handedOverAt: Date | null
  handedOverTo: string | null
  cancelledAt: Date | null
  cancelledBy: Canceller | null
  cancelReason: string | null
}

/** What happened to an order, in its order; what has not happened is left out, but that an unpaid one waits is said. */
export function orderTimeline(order: Happened): Array<{ label: string; value: ReactNode }> {
  const at = (instant: Date) => formatInstant(instant, 'en')
  const steps: Array<{ label: string; value: ReactNode }> = [{ label: 'Placed', value: at(order.placedAt) }]
  if (order.paidAt) steps.push({ label: 'Paid', value: at(order.paidAt) })
  else if (order.reservedUntil && order.state === 'placed') {
    steps.push({ label: 'Waits for payment until', value: at(order.reservedUntil) })
  }
  if (order.invoiceYear !== null && order.invoiceNumber !== null) {
    steps.push({
      label: 'Invoice',
      value: orderNumber({ financialYear: order.invoiceYear, number: order.invoiceNumber }),
    })
  }
  if (order.packedAt) steps.push({ label: 'Packed', value: at(order.packedAt) })
  if (order.handedOverAt) {
    steps.push({ label: 'Handed over', value: `${at(order.handedOverAt)}, to ${order.handedOverTo ?? ''}` })
  }
  if (order.cancelledAt) {
    const by = order.cancelledBy ? ` by ${cancellerNames[order.cancelledBy]}` : ''
    steps.push({ label: 'Cancelled', value: `${at(order.cancelledAt)}${by}` })
    steps.push({ label: 'Reason', value: order.cancelReason })
  }
  return steps
}
