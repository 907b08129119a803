import { field } from '~/kit/forms/fields'
import {
  columnsOf,
  count,
  editColumns,
  foreign,
  instant,
  json,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import { cancellers, orderMethods, orderStates } from './options'
import type { InvoiceView } from './orders/invoice-view'
import { productForm } from './product-fields'
import { storeForm } from './store-fields'

const stamps = { createdAt: withDefault(instant), updatedAt: withDefault(instant) }
const paise = field.money('Amount', { required: true })

/** Store settings of a school. Without a row: cash on delivery, no note, no GSTIN. */
export const StoreSettings = table('store_settings', {
  schoolId: owner,
  ...storeForm.fields,
  version: withDefault(count),
  updatedAt: withDefault(instant),
})

/** Product of the store; prices are paise including tax. Inactive ones are not offered. */
export const Product = table('products', {
  ...thingColumns,
  ...productForm.fields,
  taxBasisPoints: count,
  ...editColumns,
})

/** Size or kind of a product with its available stock. A product without sizes has one variant with an empty label. */
export const ProductVariant = table('product_variants', {
  ...thingColumns,
  productId: foreign,
  label: text(40),
  position: count,
  stock: count,
  isActive: withDefault(tick),
  ...stamps,
})

/** Stock change by the office: pieces received or written off. */
export const StockChange = table('stock_changes', {
  id: thingColumns.id,
  schoolId: foreign,
  variantId: foreign,
  changeBy: count,
  stockAfter: count,
  reason: orNull(text(200)),
  madeBy: text(120),
  formKey: text(40),
  createdAt: withDefault(instant),
})

/** Order of a student; its due in the ledger has kind `order` and this row as source. */
export const Order = table('orders', {
  ...thingColumns,
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

/** Columns of an order `o` for every list, page and change. */
export const orderColumns = {
  ...columnsOf(Order, 'o', 'publicId', 'financialYear', 'number', 'state', 'method'),
  ...columnsOf(Order, 'o', 'totalPaise', 'placedAt', 'paidAt'),
}

/** Item with the name, price and tax of the day of the order. */
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
