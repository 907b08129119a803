import { execute, select, type Tx } from '~/database/connection.server'
import { violatedForeignKey } from '~/database/errors.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ProductFields } from './product-schema'
import { ProductVariant } from './tables.server'

interface StoredVariant {
  id: number
  publicId: string
  label: string
}

/**
 * A step: the product's sizes are these, in this order. One that is left out goes, or is offered no more where it was ordered once;
 * the label of such a one brings it back with the stock it has. Stock of sizes that exist is changed by `adjustStock` alone.
 * False when a row names a size that the product does not have (any more).
 */
export async function writeVariants(
  scope: SchoolScope,
  productId: number,
  variants: ProductFields['variants'],
  tx: Tx,
): Promise<boolean> {
  const stored = await select<StoredVariant>(
    `SELECT id, public_id AS publicId, label FROM product_variants
     WHERE school_id = :schoolId AND product_id = :productId ORDER BY id FOR UPDATE`,
    { schoolId: scope.schoolId, productId },
    tx,
  )
  const named = new Map(stored.map((one) => [one.publicId, one]))
  if (variants.some(({ id }) => id !== null && !named.has(id))) return false
  const kept = new Set(variants.flatMap(({ id }) => id ?? []))
  await removeOthers(
    scope,
    stored.filter((one) => !kept.has(one.publicId)),
    tx,
  )
  await freeLabels(scope, productId, [...kept], tx)
  for (const [position, { id, label, stock }] of variants.entries()) {
    if (id !== null) {
      await setVariant(scope, named.get(id)?.id ?? 0, label, position, tx)
      continue
    }
    const back = await findByLabel(scope, productId, label, tx)
    if (back) await setVariant(scope, back.id, label, position, tx)
    else {
      await ProductVariant.create(
        { publicId: newPublicId(), schoolId: scope.schoolId, productId, label, position, stock, isActive: true },
        { transaction: tx },
      )
    }
  }
  return true
}

/** Two sizes may change their labels with each other: none stands in the way while they are written. */
async function freeLabels(scope: SchoolScope, productId: number, publicIds: readonly string[], tx: Tx): Promise<void> {
  if (publicIds.length === 0) return
  await execute(
    `UPDATE product_variants SET label = CONCAT('~', id)
     WHERE school_id = :schoolId AND product_id = :productId AND public_id IN (:publicIds)`,
    { schoolId: scope.schoolId, productId, publicIds: [...publicIds] },
    tx,
  )
}

async function setVariant(scope: SchoolScope, id: number, label: string, position: number, tx: Tx): Promise<void> {
  await execute(
    `UPDATE product_variants SET label = :label, position = :position, is_active = 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id, label, position },
    tx,
  )
}

async function findByLabel(
  scope: SchoolScope,
  productId: number,
  label: string,
  tx: Tx,
): Promise<{ id: number } | null> {
  const [found] = await select<{ id: number }>(
    'SELECT id FROM product_variants WHERE school_id = :schoolId AND product_id = :productId AND label = :label',
    { schoolId: scope.schoolId, productId, label },
    tx,
  )
  return found ?? null
}

async function removeOthers(scope: SchoolScope, gone: readonly StoredVariant[], tx: Tx): Promise<void> {
  for (const { id } of gone) {
    const which = { schoolId: scope.schoolId, id }
    try {
      await execute('DELETE FROM product_variants WHERE school_id = :schoolId AND id = :id', which, tx)
    } catch (error) {
      if (violatedForeignKey(error) !== 'order_items_variant') throw error
      await execute(
        `UPDATE product_variants SET is_active = 0, position = 999, updated_at = UTC_TIMESTAMP(3)
         WHERE school_id = :schoolId AND id = :id`,
        which,
        tx,
      )
    }
  }
}
