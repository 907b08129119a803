import { number, selectRows } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { raiseDues, withdrawDues, withdrawUntouchedDues } from '~/models/money/ledger/dues.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import { concedeRaisedFee } from './apply-concessions.server'
import { assignedFeePlans, type FeePlan } from './queries.server'
import { partsOfInstalments } from './rules'

/**
 * Runs in the caller's transaction: creates the dues of these students for every instalment of the fee. Idempotent.
 * Returns the number of new dues.
 */
export async function raiseFee(scope: SchoolScope, plan: FeePlan, studentIds: readonly number[]): Promise<number> {
  // Locks the ledgers, so that a concurrent concession either sees these dues or is applied to them here.
  await lockLedgers(scope, studentIds)
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
      fineRule: plan.fineRule,
      parts: parts[index] ?? [],
    })),
  )
  const raised = await raiseDues(scope, dues)
  if (raised > 0) await concedeRaisedFee(scope, plan, studentIds)
  return raised
}

/**
 * Runs in the caller's transaction on admission: creates the dues for the class's assigned fees; an RTE student owes
 * none.
 */
export function raiseAssignedFees(scope: SchoolScope, { id, rte }: RteStudent, classOfSession: ClassOfSession) {
  return raiseFeesOfClass(scope, rte ? [] : [id], classOfSession)
}

type RteStudent = { id: number; rte: boolean }
type ClassOfSession = { academicSessionId: number; classId: number }

/**
 * Runs in the caller's transaction on promotion: creates these students' dues for the class's assigned fees; the caller
 * leaves out students who owe none.
 */
export async function raiseFeesOfClass(
  scope: SchoolScope,
  studentIds: readonly number[],
  classOfSession: ClassOfSession,
) {
  if (studentIds.length === 0) return 0
  let raised = 0
  for (const plan of await assignedFeePlans(scope, classOfSession)) raised += await raiseFee(scope, plan, studentIds)
  return raised
}

/**
 * Runs in the caller's transaction: withdraws the class's fees of a session from the student. The foreign key
 * `payment_lines_due` throws when a due has payments.
 */
export async function withdrawClassFees(scope: SchoolScope, studentId: number, classOfSession: ClassOfSession) {
  const old = await selectRows(
    { id: number('i.id') },
    `FROM fees f JOIN fee_instalments i ON i.fee_id = f.id
     WHERE f.school_id = :schoolId AND f.academic_session_id = :academicSessionId AND f.class_id = :classId`,
    { schoolId: scope.schoolId, ...classOfSession },
  )
  await withdrawDues(scope, { kind: 'fee', sourceIds: old.map((row) => row.id), studentId })
}

/**
 * Runs in the caller's transaction when a student changes class: withdraws the old class's fees and creates the dues of
 * the new one's assigned fees. The foreign key `payment_lines_due` throws when an old due has payments.
 */
export async function moveFees(
  scope: SchoolScope,
  student: RteStudent,
  academicSessionId: number,
  move: { fromClassId: number; toClassId: number },
) {
  await withdrawClassFees(scope, student.id, { academicSessionId, classId: move.fromClassId })
  await raiseAssignedFees(scope, student, { academicSessionId, classId: move.toClassId })
}

/**
 * Runs in the caller's transaction when a student's RTE status changes: a student who comes under the RTE Act owes no
 * fees of running sessions from then on (dues with payments stay); a student who no longer comes under it owes the
 * assigned fees of the current classes.
 */
export async function adjustFeesToRte(scope: SchoolScope, student: RteStudent): Promise<void> {
  if (student.rte) {
    await withdrawUntouchedDues(scope, { kind: 'fee', studentId: student.id, today: todayInIndia(new Date()) })
    return
  }
  const enrolledClasses = await selectRows(
    { academicSessionId: number('academic_session_id'), classId: number('class_id') },
    "FROM enrollments WHERE school_id = :schoolId AND student_id = :studentId AND status = 'studying' ORDER BY id",
    { schoolId: scope.schoolId, studentId: student.id },
  )
  for (const classOfSession of enrolledClasses) await raiseAssignedFees(scope, student, classOfSession)
}
