import { execute, flag, inTransaction, numbersOf, select, selectRows, textOrNull } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { releaseFiles } from '~/models/files/keep-received.server'
import { plainReads } from '~/models/records/plain-reads.server'
import { makeOnce } from '~/models/shared/make-once.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf, lockThing } from '~/models/shared/table.server'
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
    // Of all sizes that are offered.
    ...numbersOf('v', 'stock', 'sizes'),
    // Sizes of which there are as few as the low-stock line, or none: 'S 2, M 0'.
    low: textOrNull('v.low_sizes'),
    thumbnailKey:
      textOrNull(`(SELECT COALESCE(s.storage_key, f.storage_key) FROM product_images i JOIN files f ON f.id = i.file_id
      LEFT JOIN files s ON s.thumbnail_of = f.id WHERE i.product_id = t.id ORDER BY i.position LIMIT 1)`),
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
  // Pieces of it in orders that are not over.
  ...numbersOf('r', 'reserved'),
}

/** A product of the school with all its sizes, those that are offered first; or null. */
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

const taken = { products_name: 'name-taken' } as const

const note = (
  scope: SchoolScope,
  verb: string,
  id: number,
  details: Record<string, string | number | boolean | null>,
) => recordAudit(scope, { action: `product.${verb}`, subject: { kind: 'product', id }, details })

/**
 * Adds a product with its sizes and what is there of each. The same form key makes one product and has one answer, its public id.
 * Refuses `name-taken` and `label-taken` (two labels that the database takes for one; `label` is the second of them).
 */
function create(scope: SchoolScope, formKey: string, { variants, ...fields }: ProductFields) {
  return makeOnce({ table: Product, scope, formKey, taken }, async () => {
    const { schoolId } = scope
    const { id, publicId } = await Product.create({ ...fields, publicId: newPublicId(), schoolId, formKey })
    const refusal = await writeVariants(
      scope,
      id,
      variants.map((one) => ({ ...one, id: null })),
    )
    if (refusal) return refusal
    const { name, pricePaise, salePricePaise } = fields
    await note(scope, 'created', id, { name, pricePaise, salePricePaise })
    return done(publicId)
  })
}

/**
 * Changes a product whole; what was ordered keeps the name, price and tax it was ordered with. Refuses `not-found`, `changed` (saved by
 * somebody else since `version`), `name-taken`, `label-taken` (another size has or had this `label`) and `no-such-variant` (a size
 * that is gone by now).
 */
function update(scope: SchoolScope, publicId: string, version: number, { variants, ...fields }: ProductFields) {
  return inTransaction(async () => {
    const before = await lockThing(Product, scope, publicId)
    if (!before) return refused('not-found')
    if (before.version !== version) return refused('changed')
    const refusal = await writeVariants(scope, before.id, variants)
    if (refusal) return refusal
    await Product.update({ ...fields, version: version + 1 }, { where: { id: before.id } })
    await note(scope, 'updated', before.id, {
      name: fields.name,
      pricePaise: fields.pricePaise,
      pricePaiseBefore: before.pricePaise,
      salePricePaise: fields.salePricePaise,
      active: fields.isActive,
      sizes: variants.map(({ label }) => label).join(' '),
    })
    return done()
  }, taken)
}

/** Offers a product no more; its orders go on. Refuses `not-found`. */
function deactivate(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const product = await lockThing(Product, scope, publicId)
    if (!product) return refused('not-found')
    if (!product.isActive) return done()
    await Product.update({ isActive: false, version: product.version + 1 }, { where: { id: product.id } })
    await note(scope, 'deactivated', product.id, { name: product.name })
    return done()
  })
}

/** Deletes a product with its sizes and pictures; refuses `not-found`, and `ordered` once anybody bought it: it can be deactivated instead. */
function remove(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found' | 'ordered'>> {
  return inTransaction(
    async () => {
      const product = await lockThing(Product, scope, publicId)
      if (!product) return refused('not-found')
      const { id, name } = product
      const pictures = await select<{ fileId: number }>(
        'SELECT file_id AS fileId FROM product_images WHERE product_id = :id',
        { id },
      )
      await execute('DELETE FROM product_images WHERE product_id = :id', { id })
      await ProductVariant.destroy({ where: { productId: id } })
      await Product.destroy({ where: { id } })
      await releaseFiles(
        scope,
        pictures.map(({ fileId }) => fileId),
      )
      await note(scope, 'deleted', id, { name })
      return done()
    },
    { order_items_variant: 'ordered' },
  )
}

/** Products of a school with what is left of them. */
export const products = { form: productForm, list: reads.list, find, create, update, deactivate, remove }
