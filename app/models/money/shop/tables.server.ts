import { field } from '~/kit/forms/fields'
import {
  column,
  columnsOf,
  editColumns,
  kept,
  orNull,
  table,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { cancellers, orderMethods, orderStates } from './options'
import type { InvoiceView } from './orders/invoice-view'
import { productForm } from './product-fields'
import { storeForm } from './store-fields'

const stamps = { createdAt: withDefault(column.instant), updatedAt: withDefault(column.instant) }
const paise = field.money('Amount', { required: true })

/** Store settings of a school. Without a row: cash on delivery, no note, no GSTIN. */
export const StoreSettings = table('store_settings', {
  schoolId: column.owner,
  ...storeForm.fields,
  version: withDefault(column.count),
  updatedAt: withDefault(column.instant),
})

/** Product of the store; prices are paise including tax. Inactive ones are not offered. */
export const Product = table('products', {
  ...thingColumns,
  ...productForm.fields,
  taxBasisPoints: column.count,
  ...editColumns,
})

/** Size or kind of a product with its available stock. A product without sizes has one variant with an empty label. */
export const ProductVariant = table('product_variants', {
  ...thingColumns,
  productId: column.foreign,
  label: column.text(40),
  position: column.count,
  stock: column.count,
  isActive: withDefault(column.tick),
  ...stamps,
})

/** Stock change by the office: pieces received or written off. */
export const StockChange = table('stock_changes', {
  id: thingColumns.id,
  schoolId: column.foreign,
  variantId: column.foreign,
  changeBy: column.count,
  stockAfter: column.count,
  reason: kept('staff', orNull(column.text(200))),
  madeBy: kept('staff', column.text(120)),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
})

/** Order of a student; its due in the ledger has kind `order` and this row as source. */
export const Order = table('orders', {
  ...thingColumns,
  studentId: column.foreign,
  financialYear: kept('accounts', column.text(7)),
  number: kept('accounts', column.count),
  invoiceYear: kept('accounts', orNull(column.text(7))),
  invoiceNumber: kept('accounts', orNull(column.count)),
  invoiceView: kept('accounts', orNull(column.json<InvoiceView>())),
  invoicedAt: orNull(column.instant),
  method: kept('accounts', column.oneOf(orderMethods)),
  state: column.oneOf(orderStates),
  totalPaise: kept('accounts', paise),
  reservedUntil: orNull(column.instant),
  placedAt: column.instant,
  paidAt: orNull(column.instant),
  packedAt: orNull(column.instant),
  handedOverAt: orNull(column.instant),
  handedOverTo: kept('payment_notes', orNull(column.text(120))),
  cancelledAt: orNull(column.instant),
  cancelledBy: kept('nobody', orNull(column.oneOf(cancellers))),
  cancelReason: kept('payment_notes', orNull(column.text(200))),
  formKey: column.text(40),
  ...stamps,
})

/** Columns of an order `o` that all queries of orders read. */
export const orderColumns = {
  ...columnsOf(Order, 'o', 'publicId', 'financialYear', 'number', 'state', 'method'),
  ...columnsOf(Order, 'o', 'totalPaise', 'placedAt', 'paidAt'),
}

/** Item of an order, with its name, price and tax as they were on the day of the order. */
export const OrderItem = table('order_items', {
  orderId: column.foreign,
  position: column.count,
  schoolId: column.foreign,
  variantId: column.foreign,
  name: kept('accounts', column.text(120)),
  label: kept('accounts', column.text(40)),
  hsnCode: kept('accounts', orNull(column.text(8))),
  unitPricePaise: paise,
  taxBasisPoints: column.count,
  quantity: column.count,
})
