import { execute, selectOne } from '~/database/connection.server'
import { newPublicId } from '~/models/shared/public-id.server'
import { insert, unique } from './insert'

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
  /** In their order; a product without sizes has one with an empty label. */
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
  /** Of the only variant; `variants` wins. */
  stock: number
  variants: Array<{ label: string; stock: number; isActive?: boolean }>
}

/** A product that the school sells: ₹250, ten pieces of one kind unless told otherwise. */
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

/** Whether the school sells for cash on delivery, and what it says about collecting. */
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

/** What can still be sold of a variant. */
export async function readStock(variant: { id: number }): Promise<number> {
  const row = await selectOne<{ stock: number }>('SELECT stock FROM product_variants WHERE id = :id', {
    id: variant.id,
  })
  return row?.stock ?? Number.NaN
}
