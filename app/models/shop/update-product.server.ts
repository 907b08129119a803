import { selectOne } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ProductFields } from './product-schema'
import { Product } from './tables.server'
import { type LabelRefusal, LabelTaken, writeVariants } from './write-variants.server'

interface LockedProduct {
  id: number
  name: string
  pricePaise: number
  salePricePaise: number | null
  isActive: number
  version: number
}

/** The product, held by this transaction; null when the school has none. */
export function lockProduct(scope: SchoolScope, publicId: string): Promise<LockedProduct | null> {
  return selectOne<LockedProduct>(
    `SELECT id, name, price_paise AS pricePaise, sale_price_paise AS salePricePaise, is_active AS isActive, version
     FROM products WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE`,
    { schoolId: scope.schoolId, publicId },
  )
}

/**
 * Changes a product whole; what was ordered keeps the name, price and tax it was ordered with. Refuses `not-found`, `changed` (saved by
 * somebody else since `version`), `name-taken`, `label-taken` (another size has or had this `label`) and `no-such-variant` (a size
 * that is gone by now).
 */
export async function updateProduct(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { variants, ...fields }: ProductFields,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'name-taken' | 'no-such-variant'> | LabelRefusal> {
  try {
    return await inTransaction(async () => {
      const before = await lockProduct(scope, publicId)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      if (!(await writeVariants(scope, before.id, variants))) return refused('no-such-variant')
      await Product.update({ ...fields, version: version + 1 }, { where: { id: before.id, schoolId: scope.schoolId } })
      await recordAudit(scope, {
        action: 'product.updated',
        subject: { kind: 'product', id: before.id },
        details: {
          name: fields.name,
          pricePaise: fields.pricePaise,
          pricePaiseBefore: before.pricePaise,
          salePricePaise: fields.salePricePaise,
          active: fields.isActive,
          sizes: variants.map(({ label }) => label).join(' '),
        },
      })
      return done()
    })
  } catch (error) {
    if (error instanceof LabelTaken) return { ...refused('label-taken'), label: error.label }
    if (violatedUniqueKey(error) === 'products_name') return refused('name-taken')
    throw error
  }
}

/** Offers a product no more; its orders go on. */
export function deactivateProduct(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const product = await lockProduct(scope, publicId)
    if (!product) return refused('not-found')
    if (product.isActive === 0) return done()
    await Product.update(
      { isActive: false, version: product.version + 1 },
      { where: { id: product.id, schoolId: scope.schoolId } },
    )
    const subject = { kind: 'product', id: product.id }
    await recordAudit(scope, { action: 'product.deactivated', subject, details: { name: product.name } })
    return done()
  })
}
