import {
  execute,
  inTransaction,
  lockRows,
  number,
  selectRow,
  selectRows,
  text,
  wordOf,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { lockLedger } from '~/models/money/ledger/locks.server'
import { smallestOnlinePaise } from '~/models/money/ledger/options'
import type { OrderMethod, OrderState } from '../options'
import { totalPaise, unitPricePaise } from '../rules'
import { takesCash } from '../store-queries.server'
import { Product, ProductVariant } from '../tables.server'
import type { ShownLine } from './cart-rules'
import { type ChosenLine, writeOrder } from './write-order.server'

export interface PlaceOrder {
  method: OrderMethod
  /**
   * Each variant once, with the price shown: an order at another price is refused, so that the bill has no surprise.
   */
  lines: readonly ShownLine[]
  formKey: string
}

/** Public ids of the order and its due. */
export type PlacedOrder = { orderId: string; dueId: string }

export type OrderRefusal = Extract<Awaited<ReturnType<typeof placeOrder>>, { ok: false }>['reason']

/**
 * Places an order once per form key, all or nothing: takes stock (reserved for `reservationMinutes` when online), gives
 * the order a number, without gaps, and creates its due. Refuses `empty`, `no-session`, `not-configured`,
 * `cod-not-allowed`, `gone` (not sold here), `sold-out`, `price-changed`, `too-small` (below ₹1 online) and `stale`
 * (form of another student or a cancelled order).
 */
export async function placeOrder(scope: StudentScope, input: PlaceOrder) {
  const canPay = input.method === 'cod' || (await canPayOnline(scope))
  return inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const same = await findSame(scope, input.formKey)
      if (same) return answerOf(same)
      if (input.lines.length === 0) return refused('empty')
      if (!canPay) return refused('not-configured')
      if (input.method === 'cod' && !(await takesCash(scope, scope.schoolId))) {
        return refused('cod-not-allowed')
      }
      const sessionId = await findCurrentSession(scope)
      if (sessionId === null) return refused('no-session')
      const chosenLines = await lockChosen(scope, input.lines)
      if (chosenLines === null) return refused('gone')
      if (chosenLines.some((line) => line.stock < line.quantity)) return refused('sold-out')
      if (chosenLines.some((line) => line.unitPricePaise !== line.seenPaise)) return refused('price-changed')
      if (input.method === 'razorpay' && totalPaise(chosenLines) < smallestOnlinePaise) return refused('too-small')
      await takeFromStock(scope, chosenLines)
      await writeOrder(scope, input, chosenLines, sessionId)
      const written = await findSame(scope, input.formKey)
      if (!written) throw new Error('The order that was written is gone')
      return answerOf(written)
    },
    { orders_form_key: 'stale' },
  )
}

type Written = PlacedOrder & { state: OrderState }

/** Refuses an order that has ended instead of confirming it again. */
function answerOf({ state, ...placed }: Written) {
  return state === 'cancelled' ? refused('stale') : done(placed)
}

function findSame(scope: StudentScope, formKey: string): Promise<Written | null> {
  return selectRow(
    { orderId: text('o.public_id'), dueId: text('d.public_id'), state: wordOf<OrderState>('o.state') },
    `FROM orders o
     JOIN dues d ON d.school_id = o.school_id AND d.student_id = o.student_id AND d.kind = 'order' AND d.source_id = o.id
     WHERE o.school_id = :schoolId AND o.student_id = :studentId AND o.form_key = :formKey`,
    { schoolId: scope.schoolId, studentId: scope.studentId, formKey },
  )
}

async function findCurrentSession(scope: StudentScope): Promise<number | null> {
  const row = await selectRow(
    { id: number('a.id') },
    `FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' AND a.is_current = 1`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return row?.id ?? null
}

const chosenColumns = {
  ...columnsOf(ProductVariant, 'v', 'id', 'publicId', 'stock', 'label'),
  ...columnsOf(Product, 'p', 'name', 'hsnCode', 'taxBasisPoints', 'pricePaise', 'salePricePaise'),
}

/**
 * Locks the chosen variants in the order of their ids, which prevents deadlocks between orders. Null if one is not
 * sold.
 */
async function lockChosen(scope: StudentScope, lines: readonly ShownLine[]): Promise<ChosenLine[] | null> {
  const linesByVariant = new Map(lines.map((line) => [line.variantId, line]))
  const variantRows = await selectRows(
    { id: number('id') },
    'FROM product_variants WHERE school_id = :schoolId AND public_id IN (:ids)',
    { schoolId: scope.schoolId, ids: [...linesByVariant.keys()] },
  )
  if (variantRows.length < lines.length) return null
  const values = { schoolId: scope.schoolId, ids: variantRows.map((row) => row.id) }
  await lockRows('FROM product_variants WHERE school_id = :schoolId AND id IN (:ids) ORDER BY id', values)
  const rows = await selectRows(
    chosenColumns,
    `FROM product_variants v JOIN products p ON p.school_id = v.school_id AND p.id = v.product_id
     WHERE v.school_id = :schoolId AND v.id IN (:ids) AND v.is_active = 1 AND p.is_active = 1 ORDER BY v.id`,
    values,
  )
  if (rows.length < lines.length) return null
  return rows.map(({ publicId, ...row }) => ({
    ...row,
    unitPricePaise: unitPricePaise(row),
    quantity: linesByVariant.get(publicId)?.quantity ?? 0,
    seenPaise: linesByVariant.get(publicId)?.unitPricePaise ?? 0,
  }))
}

async function takeFromStock(scope: StudentScope, chosenLines: readonly ChosenLine[]): Promise<void> {
  for (const { id, quantity } of chosenLines) {
    const updatedRows = await execute(
      `UPDATE product_variants SET stock = stock - :quantity, updated_at = UTC_TIMESTAMP(3)
       WHERE id = :id AND school_id = :schoolId AND stock >= :quantity`,
      { id, quantity, schoolId: scope.schoolId },
    )
    if (updatedRows !== 1) throw new Error('The stock no longer covers the order')
  }
}
