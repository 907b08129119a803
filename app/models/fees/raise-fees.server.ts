import type { Tx } from '~/database/connection.server'
import { raiseDues } from '~/models/ledger/raise-dues.server'
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
