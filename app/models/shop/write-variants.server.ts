import { execute, select } from '~/database/connection.server'
import { violatedForeignKey, violatedUniqueKey } from '~/database/errors.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { bookStock } from './adjust-stock.server'
import type { ProductFields } from './product-schema'
import { ProductVariant } from './tables.server'

/** Throws the whole transaction away: the database takes this label, as typed, for that of another size. */
export class LabelTaken extends Error {
  constructor(readonly label: string) {
    super(`The product has a size like ${label} already`)
  }
}

/** Says which label it was, as it was typed. */
export type LabelRefusal = { ok: false; reason: 'label-taken'; label: string }

interface StoredVariant {
  id: number
  publicId: string
  label: string
}

/**
 * A step: the product's sizes are these, in this order. One that is left out goes, or is offered no more where it was ordered once;
 * the label of such a one brings it back with the stock that was typed, and the difference to what it had is booked. Stock of sizes
 * that are offered is changed by `adjustStock` alone. False when a row names a size that the product does not have (any more).
 * Throws `LabelTaken` where the database takes two labels for one, also that of a size that is kept because it was ordered.
 */
export async function writeVariants(
  scope: SchoolScope,
  productId: number,
  variants: ProductFields['variants'],
): Promise<boolean> {
  const stored = await select<StoredVariant>(
    `SELECT id, public_id AS publicId, label FROM product_variants
     WHERE school_id = :schoolId AND product_id = :productId ORDER BY id FOR UPDATE`,
    { schoolId: scope.schoolId, productId },
  )
  const named = new Map(stored.map((one) => [one.publicId, one]))
  if (variants.some(({ id }) => id !== null && !named.has(id))) return false
  const kept = new Set(variants.flatMap(({ id }) => id ?? []))
  await removeOthers(
    scope,
    stored.filter((one) => !kept.has(one.publicId)),
  )
  await freeLabels(scope, productId, [...kept])
  for (const [position, { id, label, stock }] of variants.entries()) {
    if (id !== null) {
      await setVariant(scope, named.get(id)?.id ?? 0, label, position)
      continue
    }
    const back = await findByLabel(scope, productId, label)
    if (back) await bringBack(scope, back, { label, stock, position })
    else {
      await ProductVariant.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        productId,
        label,
        position,
        stock,
        isActive: true,
      })
    }
  }
  return true
}

interface Found {
  id: number
  isActive: number
  stock: number
}

/** A size that was offered before is offered again, with as many pieces as there are said to be. */
async function bringBack(
  scope: SchoolScope,
  { id, isActive, stock: left }: Found,
  { label, stock, position }: { label: string; stock: number; position: number },
): Promise<void> {
  // One that is offered stands in a row of its own.
  if (isActive === 1) throw new LabelTaken(label)
  await setVariant(scope, id, label, position)
  const changeBy = stock - left
  if (changeBy === 0) return
  // Saved once by the product's version, so a key of its own will do.
  await bookStock(scope, { id, changeBy, reason: 'Size offered again', formKey: `back-${newPublicId()}` })
}

/** Two sizes may change their labels with each other: none stands in the way while they are written. */
async function freeLabels(scope: SchoolScope, productId: number, publicIds: readonly string[]): Promise<void> {
  if (publicIds.length === 0) return
  await execute(
    `UPDATE product_variants SET label = CONCAT('~', id)
     WHERE school_id = :schoolId AND product_id = :productId AND public_id IN (:publicIds)`,
    { schoolId: scope.schoolId, productId, publicIds: [...publicIds] },
  )
}

async function setVariant(scope: SchoolScope, id: number, label: string, position: number): Promise<void> {
  try {
    await execute(
      `UPDATE product_variants SET label = :label, position = :position, is_active = 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id, label, position },
    )
  } catch (error) {
    throw violatedUniqueKey(error) === 'product_variants_label' ? new LabelTaken(label) : error
  }
}

async function findByLabel(scope: SchoolScope, productId: number, label: string): Promise<Found | null> {
  const [found] = await select<Found>(
    `SELECT id, is_active AS isActive, stock FROM product_variants
     WHERE school_id = :schoolId AND product_id = :productId AND label = :label`,
    { schoolId: scope.schoolId, productId, label },
  )
  return found ?? null
}

async function removeOthers(scope: SchoolScope, gone: readonly StoredVariant[]): Promise<void> {
  for (const { id } of gone) {
    const which = { schoolId: scope.schoolId, id }
    try {
      await execute('DELETE FROM product_variants WHERE school_id = :schoolId AND id = :id', which)
    } catch (error) {
      if (violatedForeignKey(error) !== 'order_items_variant') throw error
      await execute(
        `UPDATE product_variants SET is_active = 0, position = 999, updated_at = UTC_TIMESTAMP(3)
         WHERE school_id = :schoolId AND id = :id`,
        which,
      )
    }
  }
}
