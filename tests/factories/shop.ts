import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import type { OrderMethod } from '~/models/money/shop/options'
import type { ShownLine } from '~/models/money/shop/orders/cart-rules'
import { markOrderPaid } from '~/models/money/shop/orders/fulfil-order.server'
import { type PlacedOrder, placeOrder } from '~/models/money/shop/orders/place-order.server'
import { insert, unique } from './insert'
import { readRow, readRows } from './read'

export interface MadeVariant {
  id: number
  publicId: string
  label: string
  stock: number
}

export interface MadeProduct {
  id: number
  publicId: string
  schoolId: number
  name: string
  pricePaise: number
  salePricePaise: number | null
  /** In order; a product without sizes has one variant with an empty label. */
  variants: [MadeVariant, ...MadeVariant[]]
}

export interface ProductFacts {
  name: string
  description: string | null
  pricePaise: number
  salePricePaise: number | null
  taxBasisPoints: number
  hsnCode: string | null
  lowStockAt: number
  isActive: boolean
  /** Stock of the only variant; `variants` overrides it. */
  stock: number
  variants: Array<{ label: string; stock: number; isActive?: boolean }>
}

/** Creates a product of the school, by default ₹250 with ten pieces of one variant. */
export async function makeProduct(school: { id: number }, overrides: Partial<ProductFacts> = {}): Promise<MadeProduct> {
  const facts = { name: `Notebook ${unique()}`, pricePaise: 250_00, salePricePaise: null, stock: 10, ...overrides }
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('products', {
    public_id: publicId,
    school_id: school.id,
    name: facts.name,
    description: facts.description ?? null,
    price_paise: facts.pricePaise,
    sale_price_paise: facts.salePricePaise,
    tax_basis_points: facts.taxBasisPoints ?? 0,
    hsn_code: facts.hsnCode ?? null,
    low_stock_at: facts.lowStockAt ?? 5,
    is_active: facts.isActive === false ? 0 : 1,
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  const variants: MadeVariant[] = []
  for (const [position, one] of (facts.variants ?? [{ label: '', stock: facts.stock }]).entries()) {
    const variant = { publicId: newPublicId(), label: one.label, stock: one.stock }
    const variantId = await insert('product_variants', {
      public_id: variant.publicId,
      school_id: school.id,
      product_id: id,
      label: one.label,
      position,
      stock: one.stock,
      is_active: one.isActive === false ? 0 : 1,
      created_at: now,
      updated_at: now,
    })
    variants.push({ id: variantId, ...variant })
  }
  const [first, ...others] = variants
  if (!first) throw new Error('A product has at least one variant')
  const { name, pricePaise, salePricePaise } = facts
  return { id, publicId, schoolId: school.id, name, pricePaise, salePricePaise, variants: [first, ...others] }
}

/** Sets whether the school accepts cash on delivery, and its collection note. */
export async function makeStoreSettings(
  school: { id: number },
  { codAllowed = true, collectNote = null }: { codAllowed?: boolean; collectNote?: string | null },
): Promise<void> {
  await execute(
    `INSERT INTO store_settings (school_id, cod_allowed, collect_note, updated_at)
     VALUES (:schoolId, :codAllowed, :collectNote, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE cod_allowed = VALUES(cod_allowed), collect_note = VALUES(collect_note)`,
    { schoolId: school.id, codAllowed: codAllowed ? 1 : 0, collectNote },
  )
}

/** Returns the sellable stock of a variant. */
export async function readStock(variant: { id: number }): Promise<number> {
  const row = await readRow<{ stock: number }>('SELECT stock FROM product_variants WHERE id = :id', { id: variant.id })
  return row?.stock ?? Number.NaN
}

/** Returns a cart line with the price that the buyer saw, by default one piece of the first variant. */
export function seenLine(product: MadeProduct, quantity = 1, variant: MadeVariant = product.variants[0]): ShownLine {
  return { variantId: variant.publicId, quantity, unitPricePaise: product.salePricePaise ?? product.pricePaise }
}

export interface MadeOrder extends PlacedOrder {
  id: number
}

/**
 * Creates an order of the student, by default with cash on delivery; the student must be enrolled in the current
 * session.
 */
export async function makeOrder(
  student: { scope: StudentScope },
  lines: readonly ShownLine[],
  method: OrderMethod = 'cod',
): Promise<MadeOrder> {
  const placed = await placeOrder(student.scope, { method, lines, formKey: unique() })
  if (!placed.ok) throw new Error(`Not ordered: ${placed.reason}`)
  const row = await readRow<{ id: number }>('SELECT id FROM orders WHERE public_id = :orderId', {
    orderId: placed.value.orderId,
  })
  return { id: row?.id ?? 0, ...placed.value }
}

export async function readOrder(publicId: string) {
  const row = await readRow<{
    id: number
    state: string
    number: number
    invoiceNumber: number | null
    cancelledBy: string | null
    isPaid: number
    reservedUntil: Date | null
    dueState: string
    paidPaise: number
  }>(
    `SELECT o.id, o.state, o.number, o.invoice_number AS invoiceNumber, o.cancelled_by AS cancelledBy, o.paid_at IS NOT NULL AS isPaid,
       o.reserved_until AS reservedUntil, d.state AS dueState, d.paid_paise AS paidPaise
     FROM orders o JOIN dues d ON d.kind = 'order' AND d.source_id = o.id WHERE o.public_id = :publicId`,
    { publicId },
  )
  if (!row) throw new Error('No such order')
  return row
}

/** Moves the payment deadline of an online order five minutes into the past. */
export async function expireReservation(order: { id: number }): Promise<void> {
  await execute('UPDATE orders SET reserved_until = UTC_TIMESTAMP(3) - INTERVAL 5 MINUTE WHERE id = :id', {
    id: order.id,
  })
}

/** Checks the invariants of a store; returns one sentence per violation. `started` is the initial stock by variant. */
export async function faultsOfStore(school: { id: number }, started: ReadonlyMap<number, number>): Promise<string[]> {
  const of = { schoolId: school.id }
  const faults: string[] = []
  const rows = await readRows<{ id: number; stock: number; out: number }>(
    `SELECT v.id, v.stock, CAST(COALESCE((SELECT SUM(i.quantity) FROM order_items i JOIN orders o ON o.id = i.order_id
       WHERE i.variant_id = v.id AND o.state <> 'cancelled'), 0) AS SIGNED) AS \`out\`
     FROM product_variants v WHERE v.school_id = :schoolId`,
    of,
  )
  for (const { id, stock, out } of rows) {
    if (stock < 0) faults.push(`variant ${id} has ${stock}`)
    if (stock + out !== started.get(id))
      faults.push(`variant ${id}: ${stock} left, ${out} ordered, ${started.get(id)} once`)
  }
  const orders = await readRows<{
    id: number
    total: number
    items: number
    due: number | null
    dues: number
    state: string
    dueState: string
  }>(
    `SELECT o.id, o.state, o.total_paise AS total, (SELECT CAST(SUM(i.quantity * i.unit_price_paise) AS SIGNED) FROM order_items i WHERE i.order_id = o.id) AS items,
       MAX(d.amount_paise) AS due, COUNT(d.id) AS dues, MAX(d.state) AS dueState
     FROM orders o LEFT JOIN dues d ON d.kind = 'order' AND d.source_id = o.id WHERE o.school_id = :schoolId GROUP BY o.id`,
    of,
  )
  for (const order of orders) {
    if (order.total !== order.items || order.total !== order.due || order.dues !== 1)
      faults.push(`order ${order.id}: ${order.total}, items ${order.items}, ${order.dues} dues of ${order.due}`)
    if ((order.state === 'cancelled') !== (order.dueState === 'cancelled'))
      faults.push(`order ${order.id} is ${order.state}, its due ${order.dueState}`)
  }
  const numbers = await readRows<{ what: string; count: number; highest: number }>(
    `SELECT CONCAT('order ', financial_year) AS what, COUNT(*) AS count, MAX(number) AS highest FROM orders
       WHERE school_id = :schoolId GROUP BY financial_year
     UNION ALL SELECT CONCAT('invoice ', invoice_year), COUNT(*), MAX(invoice_number) FROM orders
       WHERE school_id = :schoolId AND invoice_number IS NOT NULL GROUP BY invoice_year`,
    of,
  )
  for (const { what, count, highest } of numbers)
    if (count !== highest) faults.push(`${what}: ${count} of ${highest} numbers`)
  return faults
}

/** Public ids: a product on sale, and two orders of a student, one unpaid and one paid with its invoice. */
export interface ShopThings {
  product: string
  /** Value that the product's buttons send: its public id and price. */
  pressed: string
  order: string
  paidOrder: string
}

/** Creates a store in the student's school with orders; the student must be enrolled in the current session. */
export async function makeShopThings(
  school: { id: number; scope: SchoolScope },
  student: { scope: StudentScope },
): Promise<ShopThings> {
  const product = await makeProduct(school, { stock: 1000 })
  const [order, paid] = [await makeOrder(student, [seenLine(product)]), await makeOrder(student, [seenLine(product)])]
  await payOrder(school, paid, product.pricePaise)
  const pressed = `${product.publicId}:${product.pricePaise}`
  return { product: product.publicId, pressed, order: order.orderId, paidOrder: paid.orderId }
}

/** Pays an order in cash at the office, and marks it as paid as the worker does. */
export async function payOrder(school: { scope: SchoolScope }, order: MadeOrder, amountPaise: number): Promise<void> {
  const paid = await recordOfflinePayment(school.scope, {
    dueIds: [order.dueId],
    method: 'cash',
    amountPaise,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: unique(),
  })
  if (!paid.ok) throw new Error(paid.reason)
  await markOrderPaid(school.scope, order.id)
}

const demoGoods: Array<Partial<ProductFacts>> = [
  {
    name: 'School shirt',
    pricePaise: 450_00,
    salePricePaise: 399_00,
    taxBasisPoints: 500,
    hsnCode: '6205',
    description: 'White half-sleeve shirt, cotton and polyester, with the school crest.',
    variants: [
      { label: 'Size 28', stock: 24 },
      { label: 'Size 30', stock: 18 },
      { label: 'Size 32', stock: 4 },
      { label: 'Size 34', stock: 0 },
    ],
  },
  {
    name: 'School trousers',
    pricePaise: 620_00,
    taxBasisPoints: 500,
    hsnCode: '6203',
    variants: [
      { label: 'Size 26', stock: 15 },
      { label: 'Size 28', stock: 12 },
      { label: 'Size 30', stock: 3 },
    ],
  },
  { name: 'Tie', pricePaise: 120_00, taxBasisPoints: 1200, hsnCode: '6215', stock: 60 },
  { name: 'Belt with buckle', pricePaise: 180_00, taxBasisPoints: 1200, hsnCode: '4203', stock: 35 },
  { name: 'Socks, two pairs', pricePaise: 90_00, taxBasisPoints: 500, hsnCode: '6115', stock: 80 },
  {
    name: 'Notebook, 200 pages',
    pricePaise: 65_00,
    salePricePaise: 55_00,
    taxBasisPoints: 1200,
    hsnCode: '4820',
    stock: 240,
  },
  { name: 'Geometry box', pricePaise: 150_00, taxBasisPoints: 1200, hsnCode: '9017', stock: 3 },
  { name: 'School bag', pricePaise: 1150_00, salePricePaise: 999_00, taxBasisPoints: 1800, hsnCode: '4202', stock: 9 },
  {
    name: 'Sports T-shirt',
    pricePaise: 350_00,
    taxBasisPoints: 500,
    hsnCode: '6109',
    variants: [
      { label: 'Small', stock: 10 },
      { label: 'Medium', stock: 0 },
      { label: 'Large', stock: 6 },
    ],
  },
  { name: 'Winter sweater', pricePaise: 780_00, taxBasisPoints: 500, hsnCode: '6110', stock: 0 },
  { name: 'Lab coat', pricePaise: 420_00, taxBasisPoints: 500, hsnCode: '6211', stock: 14 },
  { name: 'School diary 2026-27', pricePaise: 80_00, hsnCode: '4820', stock: 150 },
  { name: 'Atlas of India and the world', pricePaise: 260_00, hsnCode: '4905', stock: 22 },
]

/** Creates the demo's store: typical products, and orders of the student in several states. */
export async function makeDemoStore(
  school: { id: number; scope: SchoolScope },
  student: { scope: StudentScope },
): Promise<void> {
  await makeStoreSettings(school, {
    collectNote:
      'Collect at the store room beside the office, Monday to Friday, 08:00 to 13:00. Bring the order number.',
  })
  const goods: MadeProduct[] = []
  for (const facts of demoGoods) goods.push(await makeProduct(school, facts))
  const [shirt, , tie, , , notebook] = goods
  if (!shirt || !tie || !notebook) throw new Error('the demo store has its goods')
  const paid = await makeOrder(student, [seenLine(shirt), seenLine(tie)])
  await payOrder(school, paid, 399_00 + 120_00)
  await makeOrder(student, [seenLine(notebook, 4)])
}

/** Fills a page of the store: twelve products with long names, a sale price and six sizes each. */
export async function makeWorstStore(school: { id: number }): Promise<void> {
  for (let number = 1; number <= 12; number++) {
    await makeProduct(school, {
      name: `શ્રી સરસ્વતી વિદ્યાલયનો સફેદ અડધી બાંયનો સુતરાઉ ગણવેશ ${number}`,
      pricePaise: 1_249_50 + number,
      salePricePaise: 1_099_50 + number,
      variants: ['૨૬', '૨૮', '૩૦', '૩૨', '૩૪', '૩૬'].map((size, index) => ({ label: `માપ ${size}`, stock: index })),
    })
  }
}
