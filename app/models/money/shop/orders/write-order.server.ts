import { insertRows } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { addDays, financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { takeNumbers } from '~/models/core/shared/numbering/take-numbers.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { raiseDues } from '~/models/money/ledger/dues.server'
import { codDays, type OrderMethod, reservationMinutes } from '../options'
import { linePaise, orderNumber, totalPaise } from '../rules'
import { Order } from '../tables.server'
import { noteOrder } from './end-order.server'

export interface ChosenLine {
  /** Row id of the variant. */
  id: number
  quantity: number
  stock: number
  name: string
  label: string
  hsnCode: string | null
  taxBasisPoints: number
  unitPricePaise: number
  seenPaise: number
}

const maxPartName = 80

const itemColumns =
  'order_id position school_id variant_id name label hsn_code unit_price_paise tax_basis_points quantity'.split(' ')

/**
 * Runs in the transaction of `placeOrder`: writes the order with its number and items, its due, its expiry job and the
 * audit entry. The caller has already taken the pieces from stock.
 */
export async function writeOrder(
  scope: StudentScope,
  { method, formKey }: { method: OrderMethod; formKey: string },
  chosenLines: readonly ChosenLine[],
  academicSessionId: number,
): Promise<void> {
  const { schoolId, studentId } = scope
  const today = todayInIndia(new Date())
  const financialYear = financialYearOf(today)
  const number = await takeNumbers(scope, 'order_counters', { kind: 'order', financial_year: financialYear })
  const orderTitle = orderNumber({ financialYear, number })
  const amountPaise = totalPaise(chosenLines)
  const now = new Date()
  const order = await Order.create({
    publicId: newPublicId(),
    schoolId,
    studentId,
    financialYear,
    number,
    method,
    state: 'placed',
    totalPaise: amountPaise,
    reservedUntil: method === 'razorpay' ? new Date(now.getTime() + reservationMinutes * 60_000) : null,
    placedAt: now,
    formKey,
  })
  const rows = chosenLines.map((line, position) => [
    order.id,
    position,
    schoolId,
    line.id,
    line.name,
    line.label,
    line.hsnCode,
    line.unitPricePaise,
    line.taxBasisPoints,
    line.quantity,
  ])
  await insertRows('order_items', itemColumns, rows)
  await raiseDues(scope, [
    {
      studentId,
      academicSessionId,
      kind: 'order',
      sourceId: order.id,
      name: 'Store',
      title: orderTitle,
      dueOn: method === 'cod' ? addDays(today, codDays) : today,
      amountPaise,
      parts: chosenLines.map((line) => ({ name: partName(line), amountPaise: linePaise(line) })),
    },
  ])
  if (method === 'razorpay') {
    await enqueueJob({
      kind: 'expire-order',
      schoolId,
      payload: { orderId: order.id },
      uniqueKey: `expire-order:${order.id}`,
      delaySeconds: reservationMinutes * 60,
    })
  }
  await noteOrder(scope, 'placed', order, { method, totalPaise: amountPaise })
}

function partName({ name, label, quantity }: ChosenLine): string {
  const tail = `${label === '' ? '' : ` (${label})`} × ${quantity}`
  return `${name.slice(0, maxPartName - tail.length)}${tail}`
}
