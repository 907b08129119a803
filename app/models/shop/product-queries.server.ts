import { select, selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'

export interface ProductRow {
  publicId: string
  name: string
  pricePaise: number
  salePricePaise: number | null
  isActive: boolean
  /** Pieces of all sizes that are offered. */
  stock: number
  sizes: number
  /** Sizes of which there are as few as the low-stock line, or none: 'S 2, M 0'; null where there are none such. */
  low: string | null
  thumbnailKey: string | null
}

export const productSorts = ['name', 'price', 'stock', 'created'] as const
type ProductSort = (typeof productSorts)[number]

export const productFilters = { state: ['active', 'inactive'], stock: ['low', 'out'] } as const

const orders: Record<ProductSort, readonly string[]> = {
  name: ['p.name', 'p.id'],
  price: ['COALESCE(p.sale_price_paise, p.price_paise)', 'p.name', 'p.id'],
  stock: ['v.stock', 'p.name', 'p.id'],
  created: ['-p.id'],
}

const stocks: Record<string, string> = { low: 'AND v.low > 0', out: 'AND v.stock = 0' }

/** Products of the school with what is left of them; searched by name and HSN code. */
export function listProducts(
  scope: SchoolScope,
  query: ListQuery<ProductSort> & { filters: { state: string; stock: string } },
): Promise<Page<ProductRow>> {
  const { state, stock } = query.filters
  return selectPage<Stored<ProductRow>, ProductRow>(
    {
      columns: `p.public_id AS publicId, p.name, p.price_paise AS pricePaise, p.sale_price_paise AS salePricePaise,
        p.is_active AS isActive, CAST(v.stock AS SIGNED) AS stock, v.sizes, v.lowSizes AS low,
        (SELECT COALESCE(t.storage_key, f.storage_key) FROM product_images i JOIN files f ON f.id = i.file_id
           LEFT JOIN files t ON t.thumbnail_of = f.id WHERE i.product_id = p.id ORDER BY i.position LIMIT 1) AS thumbnailKey`,
      from: `products p JOIN (
          SELECT o.product_id, COUNT(*) AS sizes, SUM(o.stock) AS stock, SUM(o.stock <= q.low_stock_at) AS low,
            GROUP_CONCAT(IF(o.stock <= q.low_stock_at, TRIM(CONCAT(o.label, ' ', o.stock)), NULL)
              ORDER BY o.position SEPARATOR ', ') AS lowSizes
          FROM product_variants o JOIN products q ON q.id = o.product_id
          WHERE o.school_id = :schoolId AND o.is_active = 1 GROUP BY o.product_id) v ON v.product_id = p.id
        WHERE p.school_id = :schoolId
          AND (:state = '' OR p.is_active = (:state = 'active')) ${stocks[stock] ?? ''}
          AND (:search = '' OR p.name LIKE :pattern ESCAPE '!' OR p.hsn_code LIKE :pattern ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, state, search: query.search, pattern: containing(query.search) },
      read: (row) => ({ ...row, isActive: Boolean(row.isActive) }),
    },
    query,
  )
}

export interface OfficeVariant {
  publicId: string
  label: string
  stock: number
  isActive: boolean
  /** Pieces of it in orders that are not over. */
  reserved: number
}

export interface OfficeProduct {
  id: number
  publicId: string
  name: string
  description: string | null
  pricePaise: number
  salePricePaise: number | null
  taxBasisPoints: number
  hsnCode: string | null
  lowStockAt: number
  isActive: boolean
  version: number
  /** Those that are offered first, each in the office's order. */
  variants: OfficeVariant[]
}

/** A product of the school with all its sizes, or null. */
export async function findProduct(scope: SchoolScope, publicId: string): Promise<OfficeProduct | null> {
  const product = await selectOne<Omit<OfficeProduct, 'variants' | 'isActive'> & { isActive: number }>(
    `SELECT id, public_id AS publicId, name, description, price_paise AS pricePaise, sale_price_paise AS salePricePaise,
       tax_basis_points AS taxBasisPoints, hsn_code AS hsnCode, low_stock_at AS lowStockAt, is_active AS isActive, version
     FROM products WHERE school_id = :schoolId AND public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!product) return null
  const variants = await select<Omit<OfficeVariant, 'isActive'> & { isActive: number }>(
    `SELECT v.public_id AS publicId, v.label, v.stock, v.is_active AS isActive,
       (SELECT CAST(COALESCE(SUM(i.quantity), 0) AS SIGNED) FROM order_items i JOIN orders o ON o.id = i.order_id
          WHERE i.variant_id = v.id AND o.state IN ('placed','paid','packed')) AS reserved
     FROM product_variants v WHERE v.school_id = :schoolId AND v.product_id = :id
     ORDER BY v.is_active DESC, v.position, v.id`,
    { schoolId: scope.schoolId, id: product.id },
  )
  return {
    ...product,
    isActive: product.isActive === 1,
    variants: variants.map((one) => ({ ...one, isActive: one.isActive === 1 })),
  }
}

export interface ProductPicture {
  key: string
  thumbnailKey: string
}

/** The pictures of a product in their order. */
export function listPictures(scope: SchoolScope, productId: number): Promise<ProductPicture[]> {
  return select<ProductPicture>(
    `SELECT f.storage_key AS \`key\`, COALESCE(t.storage_key, f.storage_key) AS thumbnailKey
     FROM product_images i JOIN files f ON f.id = i.file_id AND f.school_id = :schoolId
     LEFT JOIN files t ON t.thumbnail_of = f.id WHERE i.product_id = :productId ORDER BY i.position`,
    { schoolId: scope.schoolId, productId },
  )
}

/** Whether anybody ever ordered the product. */
export async function isOrdered(scope: SchoolScope, productId: number): Promise<boolean> {
  const found = await selectOne(
    `SELECT i.order_id FROM product_variants v JOIN order_items i ON i.variant_id = v.id
     WHERE v.school_id = :schoolId AND v.product_id = :productId LIMIT 1`,
    { schoolId: scope.schoolId, productId },
  )
  return found !== null
}
