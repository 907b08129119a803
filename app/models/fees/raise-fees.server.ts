import { select, type Tx } from '~/database/connection.server'
import { raiseDues } from '~/models/ledger/raise-dues.server'
import { withdrawDues } from '~/models/ledger/withdraw-dues.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { assignedFeePlans, type FeePlan } from './queries.server'
import { partsOfInstalments } from './rules'

/** A step: these students owe every instalment of the fee. Repeating it adds nothing. Answers how many dues are new. */
export function raiseFee(scope: SchoolScope, plan: FeePlan, studentIds: readonly number[], tx: Tx): Promise<number> {
  const parts = partsOfInstalments(plan.heads, plan.instalments)
  const dues = studentIds.flatMap((studentId) =>
    plan.instalments.map((instalment, index) => ({
      studentId,
      academicSessionId: plan.academicSessionId,
      kind: 'fee' as const,
      sourceId: instalment.id,
      name: plan.name,
      title: instalment.title,
      dueOn: instalment.dueOn,
      amountPaise: instalment.amountPaise,
      parts: parts[index] ?? [],
    })),
  )
  return raiseDues(scope, dues, tx)
}

/** A step of admitting: who joins a class owes its assigned fees; an RTE pupil owes none (decisions, section 3). */
export async function raiseAssignedFees(
  scope: SchoolScope,
  student: { id: number; rte: boolean },
  place: { academicSessionId: number; classId: number },
  tx: Tx,
): Promise<number> {
  const plans = await assignedFeePlans(scope, place, tx)
  if (student.rte) return 0
  let raised = 0
  for (const plan of plans) raised += await raiseFee(scope, plan, [student.id], tx)
  return raised
}

/**
 * A step of moving a student to another class: the old class's fees are withdrawn, the new one's assigned fees raised. The foreign
 * key `payment_lines_due` throws where a payment has touched one of the old.
 */
export async function moveFees(
  scope: SchoolScope,
  student: { id: number; rte: boolean },
  academicSessionId: number,
  move: { fromClassId: number; toClassId: number },
  tx: Tx,
): Promise<void> {
  const old = await select<{ id: number }>(
    `SELECT i.id FROM fees f JOIN fee_instalments i ON i.fee_id = f.id
     WHERE f.school_id = :schoolId AND f.academic_session_id = :academicSessionId AND f.class_id = :classId`,
    { schoolId: scope.schoolId, academicSessionId, classId: move.fromClassId },
    tx,
  )
  await withdrawDues(scope, { kind: 'fee', sourceIds: old.map((row) => row.id), studentId: student.id }, tx)
  await raiseAssignedFees(scope, student, { academicSessionId, classId: move.toClassId }, tx)
}
