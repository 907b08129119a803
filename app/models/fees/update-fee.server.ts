import { select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { findClass, findSession } from '~/models/academics/queries.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { type FineRule, fineRuleText } from '~/models/ledger/fine-rules'
import { inheritDues } from '~/models/ledger/inherit-dues.server'
import { studentsWithDues, withdrawDues } from '~/models/ledger/withdraw-dues.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockFee } from './lock-fee.server'
import { type FeePlan, findFeePlan, isOwed } from './queries.server'
import { raiseFee } from './raise-fees.server'
import { sumOf } from './rules'
import type { FeeFields } from './schema'
import { Fee, FeeHead, FeeInstalment } from './tables.server'
import { writeRows } from './write-rows.server'

export type UpdateFeeRefusal =
  | 'not-found'
  | 'no-such-session'
  | 'no-such-class'
  | 'name-taken'
  | 'assigned-elsewhere'
  | 'has-payments'

/**
 * Changes a fee whole. Students who owe it owe the new one instead, an instalment whose fine was waived stays waived, as long as nobody has paid or begun to ('has-payments':
 * then `renameFee` is what is left). Class and session stay once students owe it ('assigned-elsewhere').
 */
export async function updateFee(
  scope: SchoolScope,
  publicId: string,
  fields: FeeFields & { fineRule?: FineRule | null },
): Promise<Outcome<undefined, UpdateFeeRefusal>> {
  return inTransaction(
    async () => {
      const before = await lockFee(scope, publicId)
      if (!before) return refused('not-found')
      const session = await findSession(scope, fields.academic_session)
      if (!session) return refused('no-such-session')
      const ofClass = await findClass(scope, fields.class)
      if (!ofClass) return refused('no-such-class')
      const moves = session.id !== before.academicSessionId || ofClass.id !== before.classId
      if (moves && (before.isAssigned || (await isOwed(scope, before)))) return refused('assigned-elsewhere')

      const sourceIds = before.instalments.map((instalment) => instalment.id)
      const studentIds = await studentsWithDues(scope, { kind: 'fee', sourceIds })
      await FeeHead.destroy({ where: { feeId: before.id } })
      await FeeInstalment.destroy({ where: { feeId: before.id } })
      await Fee.update(
        {
          name: fields.name,
          academicSessionId: session.id,
          classId: ofClass.id,
          ...(fields.fineRule === undefined ? {} : { fineRule: fineRuleText(fields.fineRule) }),
        },
        { where: { id: before.id, schoolId: scope.schoolId } },
      )
      await writeRows(before.id, fields)
      const after = await findFeePlan(scope, publicId)
      if (after) await replaceDues(scope, sourceIds, after, studentIds)
      await recordAudit(scope, {
        action: 'fee.updated',
        subject: { kind: 'fee', id: before.id },
        details: {
          name: fields.name,
          totalPaise: sumOf(fields.heads),
          totalPaiseBefore: sumOf(before.heads),
          instalments: fields.instalments.length,
          students: studentIds.length,
        },
      })
      return done()
    },
    {
      payment_lines_due: 'has-payments',
      fees_name: 'name-taken',
    },
  )
}

/** The first instalment takes the place of the first, and so on; one that is new is owed from today, and not by who has left. */
async function replaceDues(
  scope: SchoolScope,
  oldSourceIds: readonly number[],
  plan: FeePlan,
  studentIds: readonly number[],
): Promise<void> {
  await raiseFee(scope, plan, studentIds)
  const added = plan.instalments.slice(oldSourceIds.length).map(({ id }) => id)
  for (const studentId of added.length > 0 ? await whoLeft(scope, plan, studentIds) : [])
    await withdrawDues(scope, { kind: 'fee', sourceIds: added, studentId })
  for (const [index, { id }] of plan.instalments.entries()) {
    const fromSourceId = oldSourceIds[index]
    if (fromSourceId !== undefined) await inheritDues(scope, { kind: 'fee', fromSourceId, toSourceId: id })
  }
  // A due that a payment touches cannot be taken away: the foreign key payment_lines_due stops the whole change.
  await withdrawDues(scope, { kind: 'fee', sourceIds: oldSourceIds })
}

/** Those who do not study in the fee's class any more: they still owe what they owed. */
async function whoLeft(scope: SchoolScope, plan: FeePlan, studentIds: readonly number[]): Promise<number[]> {
  if (studentIds.length === 0) return []
  const rows = await select<{ id: number }>(
    `SELECT s.id FROM students s WHERE s.school_id = :schoolId AND s.id IN (:studentIds)
       AND (s.status = 'left' OR NOT EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.id AND e.status = 'studying'
         AND e.academic_session_id = :academicSessionId AND e.class_id = :classId))`,
    {
      schoolId: scope.schoolId,
      studentIds: [...studentIds],
      academicSessionId: plan.academicSessionId,
      classId: plan.classId,
    },
  )
  return rows.map((row) => row.id)
}
