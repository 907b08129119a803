import { execute, number, selectRows, text } from '~/database/database.server'
import { violatedForeignKey, violatedUniqueKey } from '~/database/errors.server'
import { refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { ProductFields } from './product-schema.server'
import { bookStock } from './stock.server'
import { ProductVariant } from './tables.server'

/** Refusal of a label that the database considers equal to that of another size. */
export type LabelRefusal = { ok: false; reason: 'label-taken'; label: string }

const labelTaken = (label: string): LabelRefusal => ({ ok: false, reason: 'label-taken', label })

/**
 * Runs in the caller's transaction: sets the product's sizes in order; returns null on success. Deletes an omitted
 * size, or deactivates it if ever ordered; typing its label again reactivates it and books the difference to the typed
 * stock. Only `adjustStock` changes stock of offered sizes. Refuses `no-such-variant` (unknown id) and `label-taken`
 * (the database considers it equal to the label of another size, even a deactivated one).
 */
export async function writeVariants(scope: SchoolScope, productId: number, variants: ProductFields['variants']) {
  const values = { schoolId: scope.schoolId, productId }
  const stored = await selectRows(
    { id: number('id'), publicId: text('public_id') },
    'FROM product_variants WHERE school_id = :schoolId AND product_id = :productId ORDER BY id FOR UPDATE',
    values,
  )
  const idByPublicId = new Map(stored.map((one) => [one.publicId, one.id]))
  const keptIds = variants.flatMap(({ id }) => id ?? [])
  if (keptIds.some((id) => !idByPublicId.has(id))) return refused('no-such-variant')
  for (const one of stored) if (!keptIds.includes(one.publicId)) await removeVariant(scope, one.id)
  if (keptIds.length > 0) {
    // Writes temporary labels first, so that two sizes can swap labels without violating the unique key.
    await execute(
      `UPDATE product_variants SET label = CONCAT('~', id)
       WHERE school_id = :schoolId AND product_id = :productId AND public_id IN (:kept)`,
      { ...values, kept: keptIds },
    )
  }
  for (const [position, { id, label, stock }] of variants.entries()) {
    const rowId = id === null ? undefined : idByPublicId.get(id)
    const written = rowId
      ? await setVariant(scope, rowId, label, position)
      : await addVariant(scope, { productId, label, position, stock })
    if (!written) return labelTaken(label)
  }
  return null
}

/** Returns false if the label is taken. */
async function setVariant(scope: SchoolScope, id: number, label: string, position: number): Promise<boolean> {
  try {
    await execute(
      `UPDATE product_variants SET label = :label, position = :position, is_active = 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id, label, position },
    )
    return true
  } catch (error) {
    if (violatedUniqueKey(error) === 'product_variants_label') return false
    throw error
  }
}

type NewVariant = { productId: number; label: string; position: number; stock: number }

/** Adds a size, or reactivates a former one with the typed stock. Returns false if an offered size has this label. */
async function addVariant(scope: SchoolScope, { productId, label, position, stock }: NewVariant): Promise<boolean> {
  const { schoolId } = scope
  const before = await ProductVariant.findOne({ where: { schoolId, productId, label }, raw: true })
  if (!before) {
    const isActive = true
    await ProductVariant.create({ publicId: newPublicId(), schoolId, productId, label, position, stock, isActive })
    return true
  }
  // A raw row has 1 and 0 for booleans.
  if (before.isActive || !(await setVariant(scope, before.id, label, position))) return false
  const changeBy = stock - before.stock
  // The product's version already prevents a second save, so a random key suffices.
  const formKey = `back-${newPublicId()}`
  if (changeBy !== 0) await bookStock(scope, { id: before.id, changeBy, reason: 'Size offered again', formKey })
  return true
}

/** Deletes a size, or deactivates it if it was ever ordered. */
async function removeVariant(scope: SchoolScope, id: number): Promise<void> {
  const key = { schoolId: scope.schoolId, id }
  try {
    await execute('DELETE FROM product_variants WHERE school_id = :schoolId AND id = :id', key)
  } catch (error) {
    if (violatedForeignKey(error) !== 'order_items_variant') throw error
    await execute(
      `UPDATE product_variants SET is_active = 0, position = 999, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      key,
    )
  }
}
