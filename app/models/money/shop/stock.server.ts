import { execute, inTransaction, selectRows, text } from '~/database/database.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { maxStock } from './options'
import { Product, ProductVariant, StockChange } from './tables.server'

export interface StockAdjustment {
  /** Public id of the size. */
  variantId: string
  /** Pieces received; negative for lost or damaged ones. */
  changeBy: number
  reason: string | null
  formKey: string
  /** Id of the newest stock change that the form showed, 0 for none; omitted by callers that show none. */
  seenId?: number
}

/**
 * Changes the stock once per form key, and relative to its current value, because orders may change it concurrently.
 * Refuses `not-found`, `too-few` (more lost than in stock), `too-many`, and `changed` (the office has changed the stock
 * since the form was loaded).
 */
export function adjustStock(scope: SchoolScope, productId: string, { variantId, seenId, ...change }: StockAdjustment) {
  return inTransaction(
    async () => {
      const product = await lockThing(Product, scope, productId)
      const filter = { schoolId: scope.schoolId, productId: product?.id ?? 0, publicId: variantId }
      const variant =
        product && (await ProductVariant.findOne({ attributes: ['id', 'label'], where: filter, raw: true }))
      if (!variant) return refused('not-found')
      if (seenId !== undefined) {
        const last = (await listStockChanges(scope, product.id))[0]
        // The form was submitted twice: its first submission has already made the newest change.
        if (last?.formKey === change.formKey) return done()
        if ((last?.id ?? 0) !== seenId) return refused('changed')
      }
      if (!(await bookStock(scope, { ...change, id: variant.id }))) {
        return refused(change.changeBy < 0 ? 'too-few' : 'too-many')
      }
      await recordAudit(scope, {
        action: 'stock.changed',
        subject: { kind: 'product', id: product.id },
        details: { name: product.name, size: variant.label, change: change.changeBy, reason: change.reason },
      })
      return done()
    },
    // The form key is already stored: the form was submitted twice, and its first submission has changed the stock.
    { stock_changes_form_key: async () => done() },
  )
}

type Booking = Pick<StockAdjustment, 'changeBy' | 'reason' | 'formKey'> & { id: number }

/**
 * Runs in the caller's transaction: changes a variant's stock and records the user and reason. Returns false when the
 * stock would be negative or above `maxStock`.
 */
export async function bookStock(scope: SchoolScope, { id, changeBy, reason, formKey }: Booking): Promise<boolean> {
  const values = { schoolId: scope.schoolId, id, changeBy, maxStock }
  const changed = await execute(
    `UPDATE product_variants SET stock = stock + :changeBy, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND stock + :changeBy BETWEEN 0 AND :maxStock`,
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

const changeColumns = {
  ...columnsOf(StockChange, 'c', 'id', 'changeBy', 'stockAfter', 'reason', 'madeBy', 'formKey', 'createdAt'),
  label: text('v.label'),
}

/** Lists the last twenty changes that the office made to the stock of a product, newest first. */
export function listStockChanges({ schoolId }: SchoolScope, productId: number) {
  return selectRows(
    changeColumns,
    `FROM product_variants v JOIN stock_changes c ON c.variant_id = v.id
     WHERE v.school_id = :schoolId AND v.product_id = :productId ORDER BY c.id DESC LIMIT 20`,
    { schoolId, productId },
  )
}
