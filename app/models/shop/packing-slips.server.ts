import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type OrderWish, ordersFrom } from './office-orders.server'

/** What goes with the goods: no prices. */
export interface PackingSlip {
  orderId: number
  financialYear: string
  number: number
  placedAt: Date
  studentName: string
  enrollmentNumber: string
  className: string | null
  sectionName: string | null
  rollNumber: number | null
  items: Array<{ name: string; label: string; quantity: number }>
}

/** Orders of one file of slips. */
export const mostSlips = 60

const columns = `o.id AS orderId, o.financial_year AS financialYear, o.number, o.placed_at AS placedAt,
  CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.enrollment_number AS enrollmentNumber, c.name AS className,
  se.name AS sectionName, e.roll_number AS rollNumber`

const noFilters = { state: '', method: '', paid: '', from: '', to: '' }

/**
 * The slips of the orders that the office's list shows, whatever page it is on, by class and name; cancelled ones have none. `orderId`
 * narrows to one order. One more than `mostSlips` are read at most, so that the caller knows of too many.
 */
export async function readPackingSlips(
  scope: SchoolScope,
  which: Pick<OrderWish, 'search' | 'filters'> | { orderId: number },
): Promise<PackingSlip[]> {
  const one = 'orderId' in which ? which.orderId : null
  const { from, values } = ordersFrom(scope, 'orderId' in which ? { search: '', filters: noFilters } : which)
  const orders = await select<Omit<PackingSlip, 'items'>>(
    `SELECT ${columns} FROM ${from} AND o.state <> 'cancelled' AND (:one IS NULL OR o.id = :one)
     ORDER BY c.position, c.id, se.name, st.first_name, st.last_name, o.id LIMIT ${mostSlips + 1}`,
    { ...values, one },
  )
  if (orders.length === 0) return []
  const items = await select<{ orderId: number; name: string; label: string; quantity: number }>(
    `SELECT order_id AS orderId, name, label, quantity FROM order_items
     WHERE school_id = :schoolId AND order_id IN (:orderIds) ORDER BY order_id, position`,
    { schoolId: scope.schoolId, orderIds: orders.map(({ orderId }) => orderId) },
  )
  const ofOrder = (id: number) => items.filter((item) => item.orderId === id)
  return orders.map((order) => ({
    ...order,
    items: ofOrder(order.orderId).map(({ name, label, quantity }) => ({ name, label, quantity })),
  }))
}
