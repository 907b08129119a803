import { execute, select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { concedeDues } from '~/models/ledger/concede-dues.server'
import { lockLedger } from '~/models/ledger/locks.server'
import { type DueAmounts, dueBalance } from '~/models/ledger/rules'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'

interface TakenDue extends DueAmounts {
  dueId: number
  takenPaise: number
  isBeingPaid: number
}

/**
 * Ends a concession: what is not paid is owed in full again, what is paid keeps it. Removing it again changes nothing. Refuses
 * `payment-under-way` (the amount of that payment stands).
 */
export function removeConcession(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<{ paise: number }, 'not-found' | 'payment-under-way'>> {
  return inTransaction(async () => {
    const found = await selectOne<{ id: number; studentId: number; isRemoved: number }>(
      `SELECT id, student_id AS studentId, removed_at IS NOT NULL AS isRemoved FROM concessions
       WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE`,
      { schoolId: scope.schoolId, publicId },
    )
    if (!found) return refused('not-found')
    if (found.isRemoved) return done({ paise: 0 })
    await lockLedger(scope, found.studentId)
    const dues = await select<TakenDue>(
      `SELECT d.id AS dueId, c.amount_paise AS takenPaise, d.amount_paise AS amountPaise,
         d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise,
         EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'open') AS isBeingPaid
       FROM due_concessions c JOIN dues d ON d.id = c.due_id
       WHERE c.concession_id = :id AND d.school_id = :schoolId AND d.state = 'open'`,
      { id: found.id, schoolId: scope.schoolId },
    )
    const restored = dues.filter((due) => dueBalance(due) > 0 || due.paidPaise === 0)
    if (restored.some((due) => due.isBeingPaid)) return refused('payment-under-way')
    await concedeDues(
      scope,
      restored.map((due) => ({ dueId: due.dueId, changePaise: -due.takenPaise })),
    )
    if (restored.length > 0) {
      await execute('DELETE FROM due_concessions WHERE concession_id = :id AND due_id IN (:dueIds)', {
        id: found.id,
        dueIds: restored.map((due) => due.dueId),
      })
    }
    await execute(
      'UPDATE concessions SET removed_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id',
      { schoolId: scope.schoolId, id: found.id },
    )
    const paise = restored.reduce((sum, due) => sum + due.takenPaise, 0)
    await recordAudit(scope, {
      action: 'concession.removed',
      subject: { kind: 'student', id: found.studentId },
      details: { concession: found.id, dues: restored.length, owedAgainPaise: paise },
    })
    return done({ paise })
  })
}
