import type { ReactNode } from 'react'
import { formatInstant } from '~/models/shared/calendar'
import type { findOrder } from '~/models/shop/office-orders.server'
import { cancellerWords } from '~/models/shop/office-words'
import { orderNumber } from '~/models/shop/rules'

type Happened = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** What happened to an order, in its order; what has not happened is left out, but that an unpaid one waits is said. */
export function orderTimeline(
  order: Omit<Happened, 'id' | 'schoolId' | 'studentId' | 'due'>,
): Array<{ label: string; value: ReactNode }> {
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
    const by = order.cancelledBy ? ` by ${cancellerWords[order.cancelledBy]}` : ''
    steps.push({ label: 'Cancelled', value: `${at(order.cancelledAt)}${by}` })
    steps.push({ label: 'Reason', value: order.cancelReason })
  }
  return steps
}
