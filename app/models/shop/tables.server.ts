import { field } from '~/models/shared/fields'
import {
  columnsOf,
  count,
  edited,
  foreign,
  given,
  instant,
  json,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thing,
  tick,
} from '~/models/shared/table.server'
import type { InvoiceView } from './invoice-view'
import { cancellers, orderMethods, orderStates } from './options'
import { productForm } from './product-fields'
import { storeForm } from './store-fields'

const stamps = { createdAt: given(instant), updatedAt: given(instant) }
const paise = field.money('Amount', { required: true })

/** How a school sells. No row: cash on delivery, no note, no tax number. */
export const StoreSettings = table('store_settings', {
  schoolId: owner,
  ...storeForm.fields,
  version: given(count),
  updatedAt: given(instant),
})

/** What the store sells; prices are paise with tax. Inactive ones are not offered. */
export const Product = table('products', { ...thing, ...productForm.fields, taxBasisPoints: count, ...edited })

/** A size or kind of a product with its own stock: what can still be sold. A product without sizes has one with an empty label. */
export const ProductVariant = table('product_variants', {
  ...thing,
  productId: foreign,
  label: text(40),
  position: count,
  stock: count,
  isActive: given(tick),
  ...stamps,
})

/** What the office counted in or wrote off of a size. */
export const StockChange = table('stock_changes', {
  id: thing.id,
  schoolId: foreign,
  variantId: foreign,
  changeBy: count,
  stockAfter: count,
  reason: orNull(text(200)),
  madeBy: text(120),
  formKey: text(40),
  createdAt: given(instant),
})

/** What a student bought; its due in the ledger has kind `order` and this row as its source. */
export const Order = table('orders', {
  ...thing,
  studentId: foreign,
  financialYear: text(7),
  number: count,
  invoiceYear: orNull(text(7)),
  invoiceNumber: orNull(count),
  invoiceView: orNull(json<InvoiceView>()),
  invoicedAt: orNull(instant),
  method: oneOf(orderMethods),
  state: oneOf(orderStates),
  totalPaise: paise,
  reservedUntil: orNull(instant),
  placedAt: instant,
  paidAt: orNull(instant),
  packedAt: orNull(instant),
  handedOverAt: orNull(instant),
  handedOverTo: orNull(text(120)),
  cancelledAt: orNull(instant),
  cancelledBy: orNull(oneOf(cancellers)),
  cancelReason: orNull(text(200)),
  formKey: text(40),
  ...stamps,
})

/** What is read of an order `o` wherever it is shown or changed. */
export const orderColumns = {
  ...columnsOf(Order, 'o', 'publicId', 'financialYear', 'number', 'state', 'method'),
  ...columnsOf(Order, 'o', 'totalPaise', 'placedAt', 'paidAt'),
}

/** What was bought, as it was named, priced and taxed when the order was placed. */
export const OrderItem = table('order_items', {
  orderId: foreign,
  position: count,
  schoolId: foreign,
  variantId: foreign,
  name: text(120),
  label: text(40),
  hsnCode: orNull(text(8)),
  unitPricePaise: paise,
  taxBasisPoints: count,
  quantity: count,
})
