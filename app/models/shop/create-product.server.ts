import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ProductFields } from './product-schema'
import { Product } from './tables.server'
import { type LabelRefusal, LabelTaken, writeVariants } from './write-variants.server'

/**
 * Adds a product with its sizes and what is there of each. The same form key makes one product and has one answer, its public id.
 * Refuses `name-taken` and `label-taken` (two labels that the database takes for one; `label` is the second of them).
 */
export async function createProduct(
  scope: SchoolScope,
  formKey: string,
  { variants, ...fields }: ProductFields,
): Promise<Outcome<string, 'name-taken'> | LabelRefusal> {
  try {
    return await inTransaction(async () => {
      const product = await Product.create({ ...fields, publicId: newPublicId(), schoolId: scope.schoolId, formKey })
      await writeVariants(
        scope,
        product.id,
        variants.map((one) => ({ ...one, id: null })),
      )
      await recordAudit(scope, {
        action: 'product.created',
        subject: { kind: 'product', id: product.id },
        details: { name: fields.name, pricePaise: fields.pricePaise, salePricePaise: fields.salePricePaise },
      })
      return done(product.publicId)
    })
  } catch (error) {
    if (error instanceof LabelTaken) return { ...refused('label-taken'), label: error.label }
    const key = violatedUniqueKey(error)
    if (key !== 'products_form_key' && key !== 'products_name') throw error
    // The second of two clicks meets the name that the first has just taken.
    const where = { schoolId: scope.schoolId, formKey }
    const same = await Product.findOne({ attributes: ['publicId'], where, raw: true })
    return same ? done(same.publicId) : refused('name-taken')
  }
}
