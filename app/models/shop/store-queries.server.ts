import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope, VisitorScope } from '~/models/shared/scope.server'
import { containing, type Page, selectPage } from '~/models/shared/select-page.server'
import type { CartLine, PricedCartLine } from './cart-rules'
import { productsAPage } from './options'
import { unitPricePaise } from './rules'

/* What everybody may see of a school's store. Only what is sold now: active products with an active size. */

/** Whoever looks: what a store sells is for everybody. */
type AnyScope = VisitorScope | StudentScope | SchoolScope

export interface StoreSchool {
  id: number
  publicId: string
  name: string
}

export interface StoreVariant {
  publicId: string
  label: string
  stock: number
}

export interface StoreProduct {
  publicId: string
  name: string
  /** Paise with tax. */
  pricePaise: number
  salePricePaise: number | null
  /** Key of the first picture's small twin, or null. */
  pictureKey: string | null
  variants: StoreVariant[]
}

const isSold = `p.is_active = 1 AND EXISTS
  (SELECT 1 FROM product_variants v WHERE v.product_id = p.id AND v.is_active = 1)`
const withStore = `EXISTS (SELECT 1 FROM products p WHERE p.school_id = s.id AND ${isSold})`

/** The school of this id if its store sells anything, or null. */
export function findStore(_anyone: AnyScope, publicId: string): Promise<StoreSchool | null> {
  return selectOne<StoreSchool>(
    `SELECT s.id, s.public_id AS publicId, s.name FROM schools s WHERE s.public_id = :publicId AND ${withStore}`,
    { publicId },
  )
}

/** Schools whose store sells anything, by a part of the name or address. */
export function listStores(
  _anyone: AnyScope,
  wish: { search: string; page: number },
): Promise<Page<StoreSchool & { address: string }>> {
  const found = wish.search === '' ? '' : ` AND CONCAT(s.name, ' ', s.address) LIKE :search ESCAPE '!'`
  return selectPage<StoreSchool & { address: string }>(
    {
      columns: 's.id, s.public_id AS publicId, s.name, s.address',
      from: `schools s WHERE ${withStore}${found}`,
      order: ['s.name', 's.id'],
      values: { search: containing(wish.search) },
    },
    { page: wish.page, descending: false },
  )
}

export interface StoreTerms {
  codAllowed: boolean
  /** Where and when to collect what was bought, in the school's words. */
  collectNote: string | null
}

/** How the school sells; a school that has set nothing takes cash on delivery. */
export async function findStoreTerms(_anyone: AnyScope, schoolId: number): Promise<StoreTerms> {
  const row = await selectOne<{ codAllowed: number; collectNote: string | null }>(
    'SELECT cod_allowed AS codAllowed, collect_note AS collectNote FROM store_settings WHERE school_id = :schoolId',
    { schoolId },
  )
  return { codAllowed: row?.codAllowed !== 0, collectNote: row?.collectNote ?? null }
}

type ProductRow = Omit<StoreProduct, 'variants'> & { id: number }

const picture = `(SELECT COALESCE(small.storage_key, f.storage_key) FROM product_images i JOIN files f ON f.id = i.file_id
  LEFT JOIN files small ON small.thumbnail_of = f.id WHERE i.product_id = p.id ORDER BY i.position LIMIT 1)`
const columns = `p.id, p.public_id AS publicId, p.name, p.price_paise AS pricePaise, p.sale_price_paise AS salePricePaise,
  ${picture} AS pictureKey`

/** One page of what the store sells, by name. */
export async function listStoreProducts(
  _anyone: AnyScope,
  schoolId: number,
  wish: { search: string; page: number },
): Promise<Page<StoreProduct>> {
  const found = wish.search === '' ? '' : ` AND p.name LIKE :search ESCAPE '!'`
  const list = await selectPage<ProductRow>(
    {
      columns,
      from: `products p WHERE p.school_id = :schoolId AND ${isSold}${found}`,
      order: ['p.name', 'p.id'],
      values: { schoolId, search: containing(wish.search) },
    },
    { page: wish.page, descending: false, pageSize: productsAPage },
  )
  const variants = await variantsOf(
    schoolId,
    list.rows.map((row) => row.id),
  )
  return { ...list, rows: list.rows.map(({ id, ...row }) => ({ ...row, variants: variants.get(id) ?? [] })) }
}

export interface StoreProductDetails extends StoreProduct {
  description: string | null
  /** Keys of the pictures in their order, each with its small twin's. */
  pictures: Array<{ key: string; smallKey: string }>
}

/** One product of the store, or null when it is not sold. */
export async function findStoreProduct(
  _anyone: AnyScope,
  schoolId: number,
  publicId: string,
): Promise<StoreProductDetails | null> {
  const row = await selectOne<ProductRow & { description: string | null }>(
    `SELECT ${columns}, p.description FROM products p
     WHERE p.school_id = :schoolId AND p.public_id = :publicId AND ${isSold}`,
    { schoolId, publicId },
  )
  if (!row) return null
  const { id, ...product } = row
  const pictures = await select<{ key: string; smallKey: string }>(
    `SELECT f.storage_key AS \`key\`, COALESCE(small.storage_key, f.storage_key) AS smallKey
     FROM product_images i JOIN files f ON f.id = i.file_id LEFT JOIN files small ON small.thumbnail_of = f.id
     WHERE i.product_id = :id ORDER BY i.position`,
    { id },
  )
  return { ...product, variants: (await variantsOf(schoolId, [id])).get(id) ?? [], pictures }
}

async function variantsOf(schoolId: number, productIds: readonly number[]): Promise<Map<number, StoreVariant[]>> {
  const byProduct = new Map<number, StoreVariant[]>()
  if (productIds.length === 0) return byProduct
  const rows = await select<StoreVariant & { productId: number }>(
    `SELECT product_id AS productId, public_id AS publicId, label, stock FROM product_variants
     WHERE school_id = :schoolId AND product_id IN (:productIds) AND is_active = 1 ORDER BY product_id, position, id`,
    { schoolId, productIds },
  )
  for (const { productId, ...variant } of rows) {
    byProduct.set(productId, [...(byProduct.get(productId) ?? []), variant])
  }
  return byProduct
}

/** The lines of a cart as the store has them now, in their order. What is not sold, or not by this school, is left out. */
export async function priceCart(
  _anyone: AnyScope,
  schoolId: number,
  lines: readonly CartLine[],
): Promise<PricedCartLine[]> {
  if (lines.length === 0) return []
  const rows = await select<
    Omit<PricedCartLine, 'quantity' | 'unitPricePaise'> & { pricePaise: number; salePricePaise: number | null }
  >(
    `SELECT v.public_id AS variantId, p.public_id AS productId, p.name, v.label, p.tax_basis_points AS taxBasisPoints, v.stock,
       p.price_paise AS pricePaise, p.sale_price_paise AS salePricePaise
     FROM product_variants v JOIN products p ON p.school_id = v.school_id AND p.id = v.product_id
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
