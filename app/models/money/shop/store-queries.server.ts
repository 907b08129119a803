import { number, selectRow, selectRows, text } from '~/database/database.server'
import { containing, contains, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope, VisitorScope } from '~/models/core/shared/scope.server'
import { productsAPage } from './options'
import type { CartLine, PricedCartLine } from './orders/cart-rules'
import { firstPictureOf, listPictures } from './pictures.server'
import { unitPricePaise } from './rules'
import { findStoreSettings } from './store-settings.server'
import { Product, ProductVariant } from './tables.server'

/* Public data of a school's store: only active products with an active size. */

/** Any scope: the store is public. */
type AnyScope = VisitorScope | StudentScope | SchoolScope

const schoolColumns = { id: number('s.id'), publicId: text('s.public_id'), name: text('s.name') }
export type StoreSchool = { id: number; publicId: string; name: string }

const isSold = `p.is_active = 1 AND EXISTS
  (SELECT 1 FROM product_variants v WHERE v.product_id = p.id AND v.is_active = 1)`
const withStore = `s.suspended_at IS NULL AND EXISTS (SELECT 1 FROM products p WHERE p.school_id = s.id AND ${isSold})`

/** Returns the school if its store sells anything, or null. */
export function findStore(_anyone: AnyScope, publicId: string): Promise<StoreSchool | null> {
  return selectRow(schoolColumns, `FROM schools s WHERE s.public_id = :publicId AND ${withStore}`, { publicId })
}

/** Lists schools whose store sells anything; searches name and address. */
export function listStores(_anyone: AnyScope, query: { search: string; page: number }) {
  const searchCondition = query.search === '' ? '' : ` AND ${contains("CONCAT(s.name, ' ', s.address)", query.search)}`
  return selectPage(
    {
      columns: { ...schoolColumns, address: text('s.address') },
      from: `schools s WHERE ${withStore}${searchCondition}`,
      order: ['s.name', 's.id'],
      values: { search: containing(query.search) },
    },
    { page: query.page, descending: false },
  )
}

/** Returns whether the school accepts cash on delivery; the default is yes. */
export async function takesCash(_anyone: AnyScope, schoolId: number): Promise<boolean> {
  return (await findStoreSettings({ schoolId })).codAllowed
}

const columns = {
  ...columnsOf(Product, 'p', 'id', 'publicId', 'name', 'pricePaise', 'salePricePaise'),
  pictureKey: firstPictureOf('p'),
}

export type StoreProduct = Awaited<ReturnType<typeof listStoreProducts>>['rows'][number]
export type StoreVariant = StoreProduct['variants'][number]

/** Lists one page of products on sale, by name; prices are paise including tax. */
export async function listStoreProducts(_anyone: AnyScope, schoolId: number, query: { search: string; page: number }) {
  const searchCondition = query.search === '' ? '' : ` AND ${contains('p.name', query.search)}`
  const list = await selectPage(
    {
      columns,
      from: `products p WHERE p.school_id = :schoolId AND ${isSold}${searchCondition}`,
      order: ['p.name', 'p.id'],
      values: { schoolId, search: containing(query.search) },
    },
    { page: query.page, descending: false, pageSize: productsAPage },
  )
  const variants = await variantsOf(
    schoolId,
    list.rows.map(({ id }) => id),
  )
  const rows = list.rows.map(({ id, ...row }) => ({ ...row, variants: variants.filter((one) => one.productId === id) }))
  return { ...list, rows }
}

const described = { ...columns, description: columnsOf(Product, 'p', 'description').description }
export async function findStoreProduct(_anyone: AnyScope, schoolId: number, publicId: string) {
  const row = await selectRow(
    described,
    `FROM products p WHERE p.school_id = :schoolId AND p.public_id = :publicId AND ${isSold}`,
    { schoolId, publicId },
  )
  if (!row) return null
  const { id, ...product } = row
  return { ...product, variants: await variantsOf(schoolId, [id]), pictures: await listPictures({ schoolId }, id) }
}

const variantColumns = columnsOf(ProductVariant, 'v', 'productId', 'publicId', 'label', 'stock')

async function variantsOf(schoolId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return selectRows(
    variantColumns,
    `FROM product_variants v WHERE v.school_id = :schoolId AND v.product_id IN (:ids) AND v.is_active = 1
     ORDER BY v.product_id, v.position, v.id`,
    { schoolId, ids },
  )
}

const cartColumns = {
  variantId: text('v.public_id'),
  productId: text('p.public_id'),
  ...columnsOf(ProductVariant, 'v', 'label', 'stock'),
  ...columnsOf(Product, 'p', 'name', 'taxBasisPoints', 'pricePaise', 'salePricePaise'),
}

/** Returns the lines of a cart, in order, with current prices in paise. Leaves out what this school does not sell. */
export async function priceCart(
  _anyone: AnyScope,
  schoolId: number,
  lines: readonly CartLine[],
): Promise<PricedCartLine[]> {
  if (lines.length === 0) return []
  const rows = await selectRows(
    cartColumns,
    `FROM product_variants v JOIN products p ON p.school_id = v.school_id AND p.id = v.product_id
     WHERE v.school_id = :schoolId AND v.public_id IN (:ids) AND v.is_active = 1 AND p.is_active = 1`,
    { schoolId, ids: lines.map((line) => line.variantId) },
  )
  const sold = new Map(rows.map((row) => [row.variantId, row]))
  return lines.flatMap(({ variantId, quantity }) => {
    const row = sold.get(variantId)
    if (!row) return []
    const { pricePaise, salePricePaise, ...line } = row
    return [{ ...line, quantity, unitPricePaise: unitPricePaise({ pricePaise, salePricePaise }) }]
  })
}
