import { inTransaction, number, selectRow, selectRows } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { inheritDues, studentsWithDues, withdrawDues } from '~/models/money/ledger/dues.server'
import { type FineRule, fineRuleText } from '~/models/money/ledger/fine-rules'
import { changeFineRule } from '~/models/money/ledger/fines.server'
import { findClass, findSession } from '~/models/people/academics/queries.server'
import { type FeePlan, findFeePlan, isOwed } from './queries.server'
import { raiseFee } from './raise-fees.server'
import { sumOf } from './rules'
import type { FeeFields } from './schema'
import { Fee, FeeHead, FeeInstalment } from './tables.server'

type FeeValues = FeeFields & { fineRule?: FineRule | null }

/**
 * Adds a fee to a class and session, unassigned. Idempotent by form key: a repeated form returns the same fee. Amounts
 * in paise.
 */
export function createFee(scope: SchoolScope, formKey: string, fields: FeeValues) {
  const { schoolId } = scope
  return createOnce({ table: Fee, scope, formKey, taken: { fees_name: 'name-taken' } }, async () => {
    const resolution = await findSessionAndClass(scope, fields)
    if (!resolution.ok) return resolution
    const { session, ofClass } = resolution.value
    const publicId = newPublicId()
    const fineRule = fineRuleText(fields.fineRule ?? null)
    const classKeys = { academicSessionId: session.id, classId: ofClass.id }
    const fee = await Fee.create({ publicId, schoolId, ...classKeys, name: fields.name, fineRule, formKey })
    await writeRows(fee.id, fields)
    await auditFee(scope, 'fee.created', fee.id, {
      name: fields.name,
      class: ofClass.name,
      session: session.name,
      totalPaise: sumOf(fields.heads),
      instalments: fields.instalments.length,
    })
    return done(publicId)
  })
}

/**
 * Replaces the heads and instalments of a fee, and the dues of the students who owe it; waived fines stay waived.
 * Refuses `has-payments` once a payment has started (use `changeTerms` then), and `assigned-elsewhere` for another
 * class or session once students owe the fee. Refuses `changed` when the fee was saved since `version`, like all edits
 * of a fee.
 */
export async function updateFee(scope: SchoolScope, publicId: string, version: number, fields: FeeValues) {
  return inTransaction(
    async () => {
      const before = await lockFee(scope, publicId)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      const resolution = await findSessionAndClass(scope, fields)
      if (!resolution.ok) return resolution
      const { session, ofClass } = resolution.value
      const moves = session.id !== before.academicSessionId || ofClass.id !== before.classId
      if (moves && (before.isAssigned || (await isOwed(scope, before)))) return refused('assigned-elsewhere')

      const old = duesOfFee(before)
      const studentIds = await studentsWithDues(scope, old)
      await FeeHead.destroy({ where: { feeId: before.id } })
      await FeeInstalment.destroy({ where: { feeId: before.id } })
      await Fee.update(
        {
          name: fields.name,
          academicSessionId: session.id,
          classId: ofClass.id,
          version: version + 1,
          ...(fields.fineRule === undefined ? {} : { fineRule: fineRuleText(fields.fineRule) }),
        },
        { where: { id: before.id, schoolId: scope.schoolId } },
      )
      await writeRows(before.id, fields)
      const after = await findFeePlan(scope, publicId)
      if (after) await replaceDues(scope, old.sourceIds, after, studentIds)
      await auditFee(scope, 'fee.updated', before.id, {
        name: fields.name,
        totalPaise: sumOf(fields.heads),
        totalPaiseBefore: sumOf(before.heads),
        instalments: fields.instalments.length,
        students: studentIds.length,
      })
      return done()
    },
    { payment_lines_due: 'has-payments', fees_name: 'name-taken' },
  )
}

async function findSessionAndClass(scope: SchoolScope, fields: FeeValues) {
  const session = await findSession(scope, fields.academic_session)
  if (!session) return refused('no-such-session')
  const ofClass = await findClass(scope, fields.class)
  return ofClass ? done({ session, ofClass }) : refused('no-such-class')
}

/**
 * Replaces dues instalment by instalment, by position. An added instalment is owed from today, except by students who
 * have left the class.
 */
async function replaceDues(
  scope: SchoolScope,
  oldSourceIds: readonly number[],
  plan: FeePlan,
  studentIds: readonly number[],
) {
  await raiseFee(scope, plan, studentIds)
  const added = plan.instalments.slice(oldSourceIds.length).map(({ id }) => id)
  for (const studentId of added.length > 0 ? await findFormerStudents(scope, plan, studentIds) : [])
    await withdrawDues(scope, { kind: 'fee', sourceIds: added, studentId })
  for (const [index, { id }] of plan.instalments.entries()) {
    const fromSourceId = oldSourceIds[index]
    if (fromSourceId !== undefined) await inheritDues(scope, { kind: 'fee', fromSourceId, toSourceId: id })
  }
  // A due with payments cannot be withdrawn: the foreign key payment_lines_due aborts the whole change.
  await withdrawDues(scope, { kind: 'fee', sourceIds: oldSourceIds })
}

/** Returns the students who no longer study in the fee's class; they still owe their existing dues. */
async function findFormerStudents(
  { schoolId }: SchoolScope,
  { academicSessionId, classId }: FeePlan,
  studentIds: readonly number[],
) {
  if (studentIds.length === 0) return []
  const rows = await selectRows(
    { id: number('s.id') },
    `FROM students s WHERE s.school_id = :schoolId AND s.id IN (:studentIds)
       AND (s.status = 'left' OR NOT EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.id AND e.status = 'studying'
         AND e.academic_session_id = :academicSessionId AND e.class_id = :classId))`,
    { schoolId, studentIds: [...studentIds], academicSessionId, classId },
  )
  return rows.map((row) => row.id)
}

/** Deletes a fee and withdraws its unpaid dues; refuses once a payment has started ('has-payments'). */
export async function deleteFee(scope: SchoolScope, publicId: string) {
  return inTransaction(
    async () => {
      const fee = await lockFee(scope, publicId)
      if (!fee) return refused('not-found')
      const studentIds = await withdrawDues(scope, duesOfFee(fee))
      await Fee.destroy({ where: { id: fee.id, schoolId: scope.schoolId } })
      const { name, className, sessionName } = fee
      const details = { name, class: className, session: sessionName, students: studentIds.length }
      await auditFee(scope, 'fee.deleted', fee.id, details)
      return done()
    },
    { payment_lines_due: 'has-payments' },
  )
}

/**
 * Sets or removes a fee's late fine. It applies at once to every unpaid instalment, from its due date (or the day it
 * was raised, if later). Paid dues keep their fine, waived fines stay waived, and dues being paid change only if that
 * payment fails.
 */
export function setFineRule(scope: SchoolScope, publicId: string, version: number, rule: FineRule | null) {
  return inTransaction(async () => {
    const plan = await lockFee(scope, publicId)
    if (!plan) return refused('not-found')
    if (plan.version !== version) return refused('changed')
    const fineRule = fineRuleText(rule)
    if (fineRule === plan.fineRule) return done()
    await Fee.update({ fineRule, version: version + 1 }, { where: { id: plan.id, schoolId: scope.schoolId } })
    await changeFineRule(scope, { ...duesOfFee(plan), rule })
    const details = { name: plan.name, rule: fineRule, ruleBefore: plan.fineRule }
    await auditFee(scope, 'fee.fine-changed', plan.id, details)
    return done()
  })
}

export function auditFee(scope: SchoolScope, action: string, id: number, details: AuditDetails) {
  return recordAudit(scope, { action, subject: { kind: 'fee', id }, details })
}

type AuditDetails = Parameters<typeof recordAudit>[1]['details']

export function duesOfFee({ instalments }: Pick<FeePlan, 'instalments'>) {
  return { kind: 'fee' as const, sourceIds: instalments.map(({ id }) => id) }
}

/**
 * Finds and locks the fee against other edits, assignments and admissions to its class; null if it is not the school's.
 */
export async function lockFee(scope: SchoolScope, publicId: string): Promise<FeePlan | null> {
  const locked = await selectRow(
    { id: number('id') },
    'FROM fees WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE',
    { schoolId: scope.schoolId, publicId },
  )
  return locked && findFeePlan(scope, publicId)
}

/** Runs in the caller's transaction: writes heads and instalments, in order, for a fee without any. */
export async function writeRows(feeId: number, fields: Pick<FeeFields, 'heads' | 'instalments'>): Promise<void> {
  await FeeHead.bulkCreate(fields.heads.map((head, position) => ({ feeId, position, ...head })))
  await FeeInstalment.bulkCreate(fields.instalments.map((instalment, position) => ({ feeId, position, ...instalment })))
}
