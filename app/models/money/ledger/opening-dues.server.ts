import { execute, inTransaction, number, selectRow } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedger } from './locks.server'
import { Due } from './tables.server'

/**
 * SQL condition: the opening due `d` holds money, has a concession or a waived fine, or a payment for it is in
 * progress. A payment that was reversed as a whole does not count.
 */
export const isTouchedSql = `(d.paid_paise > 0 OR d.fine_waived_at IS NOT NULL OR d.concession_paise > 0
  OR EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'open'))`

const untouched = `FROM dues d JOIN opening_dues o ON o.id = d.source_id AND o.student_id = d.student_id
  WHERE d.school_id = :schoolId AND d.public_id = :publicId AND d.kind = 'opening' AND d.state = 'open' AND NOT ${isTouchedSql}`

const columns = {
  ...columnsOf(Due, 'd', 'id', 'publicId', 'studentId', 'sourceId', 'name', 'title', 'dueOn', 'amountPaise'),
  lines: number("(SELECT COUNT(*) FROM payment_lines l WHERE l.due_id = d.id AND l.state <> 'void')"),
}

/** An opening due that the office may correct or remove, because no money was received for it; null for any other. */
export function findUntouchedDue({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(columns, untouched, { schoolId, publicId })
}

/** Reads the due again after locking its ledger, so that a payment made in between is seen. */
async function lockDue(scope: SchoolScope, publicId: string) {
  const due = await findUntouchedDue(scope, publicId)
  if (!due) return null
  await lockLedger(scope, due.studentId)
  return findUntouchedDue(scope, publicId)
}

/**
 * Corrects amount and due date of an opening due. Refuses `paid` when money was received for it, or it no longer
 * exists.
 */
export function correctOpeningDue(
  scope: SchoolScope,
  publicId: string,
  { amountPaise, dueOn }: { amountPaise: number; dueOn: string },
) {
  return inTransaction(async () => {
    const due = await lockDue(scope, publicId)
    if (!due) return refused('paid')
    const values = { schoolId: scope.schoolId, id: due.id }
    await execute(
      `UPDATE dues SET amount_paise = :amountPaise, due_on = :dueOn, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { ...values, amountPaise, dueOn },
    )
    await execute('UPDATE due_parts SET amount_paise = :amountPaise WHERE due_id = :id AND position = 0', {
      id: due.id,
      amountPaise,
    })
    await recordAudit(scope, {
      action: 'due.changed',
      subject: { kind: 'due', id: due.id },
      details: {
        due: `${due.name}, ${due.title}`,
        amountPaise,
        amountBeforePaise: due.amountPaise,
        dueOn,
        dueOnBefore: due.dueOn,
      },
    })
    return done()
  })
}

/**
 * Removes an opening due. If cancelled receipts name the due, it is cancelled instead, and a later import may charge it
 * again. Refuses `paid` when money was received for the due, or it no longer exists.
 */
export function removeOpeningDue(scope: SchoolScope, publicId: string, reason: string) {
  return inTransaction(async () => {
    const due = await lockDue(scope, publicId)
    if (!due) return refused('paid')
    const values = { schoolId: scope.schoolId, id: due.id, sourceId: due.sourceId }
    if (due.lines > 0) {
      await execute(
        "UPDATE dues SET state = 'cancelled', updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id",
        values,
      )
      await execute(
        'UPDATE opening_dues SET removed_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :sourceId',
        values,
      )
    } else {
      await execute("DELETE FROM payment_lines WHERE school_id = :schoolId AND due_id = :id AND state = 'void'", values)
      await execute('DELETE FROM dues WHERE school_id = :schoolId AND id = :id', values)
      await execute('DELETE FROM opening_dues WHERE school_id = :schoolId AND id = :sourceId', values)
    }
    await recordAudit(scope, {
      action: 'due.removed',
      subject: { kind: 'student', id: due.studentId },
      details: { due: `${due.name}, ${due.title}`, amountPaise: due.amountPaise, dueOn: due.dueOn, reason },
    })
    return done()
  })
}
