import { handOverOrder, packOrder } from '~/models/money/shop/orders/fulfil-order.server'
import { unique } from './insert'
import type { MadeSchool } from './school'
import { makeOrder, makeProduct, seenLine } from './shop'
import type { MadeStudent } from './student'

/** Public ids of the office's store. */
export interface ShopOfficeThings {
  product: string
  variant: string
  /** Product without orders. */
  spareProduct: string
  orderToPack: string
  orderToHandOver: string
  orderToCancel: string
  /** Handed over, with its invoice. */
  orderDone: string
}

/** Collects the cash for a packed order and hands it over to the student. */
export async function handOver(
  school: Pick<MadeSchool, 'scope'>,
  student: MadeStudent,
  orderId: string,
  amountPaise: number,
) {
  const money = { method: 'cash' as const, amountPaise, reference: null, repeatsReference: false, formKey: unique() }
  const handed = await handOverOrder(school.scope, orderId, { to: `${student.firstName} ${student.lastName}`, money })
  if (!handed.ok) throw new Error(`Not handed over: ${handed.reason}`)
}

/** Creates products and orders of the student in every state of the office's pages; the student must be enrolled. */
export async function makeShopOfficeThings(school: MadeSchool, student: MadeStudent): Promise<ShopOfficeThings> {
  const product = await makeProduct(school, { stock: 50 })
  const place = async () => (await makeOrder(student, [seenLine(product)])).orderId
  const [orderToPack, orderToHandOver, orderToCancel, orderDone] = [
    await place(),
    await place(),
    await place(),
    await place(),
  ]
  for (const orderId of [orderToHandOver, orderDone]) await packOrder(school.scope, orderId)
  await handOver(school, student, orderDone, product.pricePaise)
  return {
    product: product.publicId,
    variant: product.variants[0].publicId,
    spareProduct: (await makeProduct(school)).publicId,
    orderToPack,
    orderToHandOver,
    orderToCancel,
    orderDone,
  }
}
