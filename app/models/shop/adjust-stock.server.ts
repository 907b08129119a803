import { execute, select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { largestStock } from './options'

export interface StockChange {
  /** Public id of the size. */
  variantId: string
  /** Pieces that came, or, negative, that are lost or damaged. */
  changeBy: number
  reason: string | null
  formKey: string
}

/**
 * Counts pieces in or writes them off, relative to what is there: orders and others may change it at the same moment. The same form
 * key counts once. Refuses `not-found`, `too-few` (more lost than there are) and `too-many`.
 */
export async function adjustStock(
  scope: SchoolScope,
  productPublicId: string,
  change: StockChange,
): Promise<Outcome<undefined, 'not-found' | 'too-few' | 'too-many'>> {
  return inTransaction(
    async () => {
      const variant = await findVariant(scope, productPublicId, change.variantId)
      if (!variant) return refused('not-found')
      if (!(await bookStock(scope, { ...change, id: variant.id }))) {
        return refused(change.changeBy < 0 ? 'too-few' : 'too-many')
      }
      await recordAudit(scope, {
        action: 'stock.changed',
        subject: { kind: 'product', id: variant.productId },
        details: { name: variant.name, size: variant.label, change: change.changeBy, reason: change.reason },
      })
      return done()
    },
    {
      // Sent twice: the first of the two has counted it.
      stock_changes_form_key: async () => done(),
    },
  )
}

/**
 * A step: changes the stock of a variant by so many pieces and writes down who did it and why. False when it would be less than none
 * or more than `largestStock`.
 */
export async function bookStock(
  scope: SchoolScope,
  { id, changeBy, reason, formKey }: Omit<StockChange, 'variantId'> & { id: number },
): Promise<boolean> {
  const values = { schoolId: scope.schoolId, id, changeBy, largestStock }
  const changed = await execute(
    `UPDATE product_variants SET stock = stock + :changeBy, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND stock + :changeBy BETWEEN 0 AND :largestStock`,
    values,
  )
  if (changed === 0) return false
  await execute(
    `INSERT INTO stock_changes (school_id, variant_id, change_by, stock_after, reason, made_by, form_key, created_at)
     SELECT school_id, id, :changeBy, stock, :reason, :madeBy, :formKey, UTC_TIMESTAMP(3)
     FROM product_variants WHERE school_id = :schoolId AND id = :id`,
    { ...values, reason, madeBy: scope.actor.name, formKey },
  )
  return true
}

function findVariant(scope: SchoolScope, productPublicId: string, publicId: string) {
  return selectOne<{ id: number; productId: number; name: string; label: string }>(
    `SELECT v.id, p.id AS productId, p.name, v.label FROM product_variants v JOIN products p ON p.id = v.product_id
     WHERE v.school_id = :schoolId AND p.public_id = :productPublicId AND v.public_id = :publicId`,
    { schoolId: scope.schoolId, productPublicId, publicId },
  )
}

export interface StockEntry {
  id: number
  label: string
  changeBy: number
  stockAfter: number
  reason: string | null
  madeBy: string
  createdAt: Date
}

const shownEntries = 20

/** What the office last changed of the product's stock, the newest first. */
export function listStockChanges(scope: SchoolScope, productId: number): Promise<StockEntry[]> {
  return select<StockEntry>(
    `SELECT c.id, v.label, c.change_by AS changeBy, c.stock_after AS stockAfter, c.reason, c.made_by AS madeBy,
       c.created_at AS createdAt
     FROM product_variants v JOIN stock_changes c ON c.variant_id = v.id
     WHERE v.school_id = :schoolId AND v.product_id = :productId ORDER BY c.id DESC LIMIT ${shownEntries}`,
    { schoolId: scope.schoolId, productId },
  )
}
