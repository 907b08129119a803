import { execute, flag, inTransaction, number, numbersOf, selectRows, textOrNull } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { firstPictureOf } from './pictures.server'
import { productForm } from './product-fields'
import type { ProductFields } from './product-schema.server'
import { Product, ProductVariant } from './tables.server'
import { writeVariants } from './write-variants.server'

const reads = plainReads(Product, productForm, {
  listed: ['name', 'pricePaise', 'salePricePaise', 'isActive'],
  joins: `LEFT JOIN (
    SELECT o.product_id, COUNT(*) AS sizes, SUM(o.stock) AS stock, SUM(o.stock <= q.low_stock_at) AS low,
      GROUP_CONCAT(IF(o.stock <= q.low_stock_at, TRIM(CONCAT(o.label, ' ', o.stock)), NULL)
        ORDER BY o.position SEPARATOR ', ') AS low_sizes
    FROM product_variants o JOIN products q ON q.id = o.product_id
    WHERE o.school_id = :schoolId AND o.is_active = 1 GROUP BY o.product_id) v ON v.product_id = t.id`,
  counts: {
    // Totals of all offered sizes.
    ...numbersOf('v', 'stock', 'sizes'),
    // Sizes at or below the low-stock limit: 'S 2, M 0'.
    low: textOrNull('v.low_sizes'),
    thumbnailKey: firstPictureOf('t'),
  },
  more: {
    isOrdered: flag(`EXISTS (SELECT 1 FROM product_variants o JOIN order_items i ON i.variant_id = o.id
      WHERE o.school_id = t.school_id AND o.product_id = t.id)`),
  },
  search: ['t.name', 't.hsn_code'],
  filters: {
    state: "t.is_active = (:state = 'active')",
    stock: "IF(:stock = 'low', v.low > 0, COALESCE(v.stock, 0) = 0)",
  },
  orders: { name: 't.name', price: 'COALESCE(t.sale_price_paise, t.price_paise)', stock: 'v.stock' },
})

const variantColumns = {
  ...columnsOf(ProductVariant, 't', 'publicId', 'label', 'stock', 'isActive'),
  // Pieces in orders that are neither handed over nor cancelled.
  ...numbersOf('r', 'reserved'),
}

/** Returns a product of the school with all its sizes, offered ones first, or null. */
async function find(scope: SchoolScope, publicId: string) {
  const product = await reads.find(scope, publicId)
  if (!product) return null
  const variants = await selectRows(
    variantColumns,
    `FROM product_variants t LEFT JOIN (
       SELECT i.variant_id, SUM(i.quantity) AS reserved FROM order_items i JOIN orders o ON o.id = i.order_id
       WHERE i.school_id = :schoolId AND o.state IN ('placed','paid','packed') GROUP BY i.variant_id) r ON r.variant_id = t.id
     WHERE t.school_id = :schoolId AND t.product_id = :id ORDER BY t.is_active DESC, t.position, t.id`,
    { schoolId: scope.schoolId, id: product.id },
  )
  return { ...product, variants }
}

/** Saves a product with its sizes and initial stock. Existing orders keep their name, price and tax. */
const records = plainRecords(Product, productForm, {
  kind: 'product',
  details: ({ name, pricePaise, salePricePaise, isActive: active, variants }: ProductFields, before) => ({
    name,
    pricePaise,
    ...(before ? { pricePaiseBefore: before.pricePaise } : {}),
    salePricePaise,
    ...(before ? { active, sizes: variants.map(({ label }) => label).join(' ') } : {}),
  }),
  taken: { products_name: 'name-taken' },
  // A product with orders cannot be deleted, only deactivated.
  held: { order_items_variant: 'ordered' },
  /** Refuses `label-taken` (another size has or had this `label`) and `no-such-variant` (the size no longer exists). */
  save: async ({ scope, row, values: { variants, ...columns }, write }) => {
    if (!row) {
      const fresh = variants.map((one) => ({ ...one, id: null }))
      return writeVariants(scope, await write(columns), fresh)
    }
    const refusal = await writeVariants(scope, row.id, variants)
    if (!refusal) await write(columns)
    return refusal
  },
  removeParts: async (_scope, { id }) => {
    const pictures = await selectRows({ fileId: number('file_id') }, 'FROM product_images WHERE product_id = :id', {
      id,
    })
    await execute('DELETE FROM product_images WHERE product_id = :id', { id })
    await ProductVariant.destroy({ where: { productId: id } })
    return pictures.map(({ fileId }) => fileId)
  },
})

/** Withdraws a product from sale; its orders continue. Refuses `not-found`. */
function deactivate(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const product = await lockThing(Product, scope, publicId)
    if (!product) return refused('not-found')
    if (!product.isActive) return done()
    await Product.update({ isActive: false, version: product.version + 1 }, { where: { id: product.id } })
    const { id, name } = product
    await recordAudit(scope, { action: 'product.deactivated', subject: { kind: 'product', id }, details: { name } })
    return done()
  })
}

export const products = { ...records, list: reads.list, find, deactivate }
