import { execute, flag, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keyOfOne } from '~/models/core/shared/once/form-key'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { amountColumns, isBeingPaidSql } from '~/models/money/ledger/books/columns.server'
import { concedeDues } from '~/models/money/ledger/dues.server'
import { lockLedger } from '~/models/money/ledger/locks.server'
import { dueBalance } from '~/models/money/ledger/rules'
import { findSession } from '~/models/people/academics/queries.server'
import {
  type ActiveConcession,
  activeConcessions,
  applyConcessions,
  type FeeDue,
  feeDues,
} from './apply-concessions.server'
import type { concessionForm, concessionsForm } from './concession-fields'
import { Concession, Fee } from './tables.server'

/**
 * `fee` null: the percentage applies to all fees of the session (an amount requires a fee). `isByRule`: given by the
 * sibling rule.
 */
export type GiveConcession = ValuesOf<typeof concessionForm> & { formKey: string; isByRule?: true }

/**
 * Takes a percentage or an amount off a student's dues of a fee, or of all fees of a session, including later dues. No
 * due falls below its paid amount. Idempotent by form key. Refuses `too-much` (above 100 % with other concessions, or
 * an amount above the fee's balance) and `payment-under-way` (a payment for one of the dues is in progress, so its
 * amount must not change).
 */
export async function giveConcession(scope: SchoolScope, studentPublicId: string, input: GiveConcession) {
  // The form was submitted twice: the first submission has already given the concession.
  const again = { concessions_form_key: async () => done({ dues: 0, paise: 0 }) }
  return inTransaction(() => giveConcessionStep(scope, studentPublicId, input), again)
}

/**
 * Gives all of these students, or none, the same percentage off all fees of a session. Refuses what `giveConcession`
 * refuses, with the student's name, and `no-such-student` when a student does not belong to the school.
 */
export async function giveConcessions(scope: SchoolScope, formKey: string, input: ValuesOf<typeof concessionsForm>) {
  const { student: publicIds, ...asked } = input
  return inTransaction(async () => {
    const students = await selectRows(
      { publicId: text('public_id'), name: text("TRIM(CONCAT(first_name, ' ', last_name))") },
      'FROM students WHERE school_id = :schoolId AND public_id IN (:publicIds) ORDER BY id',
      { schoolId: scope.schoolId, publicIds },
    )
    if (students.length < new Set(publicIds).size) return refused('no-such-student')
    const sum = { dues: 0, paise: 0 }
    for (const { publicId, name } of students) {
      const one = { ...asked, fee: null, amountPaise: null, formKey: keyOfOne(formKey, publicId) }
      const appliedConcession = await giveConcessionStep(scope, publicId, one)
      if (!appliedConcession.ok) {
        const { reason } = appliedConcession
        if (reason === 'too-much' || reason === 'payment-under-way') return { ok: false as const, reason, name }
        return refused(reason === 'no-such-session' ? reason : 'no-such-student')
      }
      sum.dues += appliedConcession.value.dues
      sum.paise += appliedConcession.value.paise
    }
    return done(sum)
  })
}

export async function giveConcessionStep(scope: SchoolScope, studentPublicId: string, input: GiveConcession) {
  const studentRow = await selectRow(
    { id: number('id') },
    'FROM students WHERE school_id = :schoolId AND public_id = :studentPublicId',
    { schoolId: scope.schoolId, studentPublicId },
  )
  if (!studentRow) return refused('not-found')
  const student = studentRow.id
  const session = await findSession(scope, input.academicSession)
  if (!session) return refused('no-such-session')
  const feeId = input.fee === null ? null : await findFeeOfSession(scope, input.fee, session.id)
  if (input.fee !== null && feeId === null) return refused('no-such-fee')
  if (input.amountPaise !== null && feeId === null) return refused('amount-of-all-fees')
  await lockLedger(scope, student)
  const again = { schoolId: scope.schoolId, formKey: input.formKey }
  if ((await Concession.count({ where: again })) > 0) return done({ dues: 0, paise: 0 })

  const filters = { studentIds: [student], academicSessionId: session.id }
  const others = await activeConcessions(scope, { ...filters, feeId: feeId ?? 0 })
  const dues = await feeDues(scope, { ...filters, feeId })
  if (isTooMuch(input, others, dues)) return refused('too-much')
  if (dues.some((due) => due.isBeingPaid && dueBalance(due) > 0)) return refused('payment-under-way')
  const { kind, percentHundredths, amountPaise, reason } = input
  const concessionFields = { kind, percentHundredths, amountPaise, reason }
  const concession = await Concession.create({
    ...again,
    publicId: newPublicId(),
    studentId: student,
    academicSessionId: session.id,
    feeId,
    ...concessionFields,
    givenBy: scope.actor.name,
    isByRule: input.isByRule === true,
  })
  const reduction = await applyConcessions(scope, [{ ...input, id: concession.id, studentId: student, feeId }], dues)
  await recordAudit(scope, {
    action: 'concession.given',
    subject: { kind: 'student', id: student },
    details: { ...concessionFields, dues: reduction.dues, takenOffPaise: reduction.paise },
  })
  return done(reduction)
}

/** Returns whether a concession, together with the others for the same fees, would exceed a fee. */
export function isTooMuch(
  input: Pick<GiveConcession, 'percentHundredths' | 'amountPaise'>,
  others: readonly ActiveConcession[],
  dues: ReadonlyArray<Omit<FeeDue, 'studentId' | 'isBeingPaid'>>,
): boolean {
  if (input.amountPaise !== null) {
    const open = dues.reduce((sum, due) => sum + Math.min(due.amountPaise - due.concessionPaise, dueBalance(due)), 0)
    return dues.length > 0 && input.amountPaise > Math.max(0, open)
  }
  const percent = input.percentHundredths ?? 0
  // Checks each fee with its own concessions and those for all fees. `feeId` 0 stands for a fee that has no dues yet,
  // to which only the concessions for all fees apply.
  const feeIds = new Set([...dues.map((due) => due.feeId), ...others.map((other) => other.feeId ?? 0)])
  return [0, ...feeIds].some((feeId) => {
    const counting = others.filter((other) => other.feeId === null || other.feeId === feeId)
    const percents = counting.reduce((sum, other) => sum + (other.percentHundredths ?? 0), percent)
    const amount = dues.filter((due) => due.feeId === feeId).reduce((sum, due) => sum + due.amountPaise, 0)
    const fixed = counting.reduce((sum, other) => sum + (other.amountPaise ?? 0), 0)
    // Percentages and fixed amounts together may reach the fee but not exceed it; rounding down tolerates one paisa.
    return percents > 10_000 || (amount > 0 && fixed + Math.floor((amount / 10_000) * percents) > amount)
  })
}

async function findFeeOfSession({ schoolId }: SchoolScope, publicId: string, academicSessionId: number) {
  const filter = { schoolId, publicId, academicSessionId }
  return (await Fee.findOne({ attributes: ['id'], where: filter, raw: true }))?.id ?? null
}

const takenColumns = {
  dueId: number('d.id'),
  takenPaise: number('c.amount_paise'),
  ...amountColumns,
  isBeingPaid: flag(isBeingPaidSql('d')),
}

/**
 * Ends a concession: unpaid dues are owed in full again, paid ones keep it. Idempotent. Refuses `payment-under-way` (a
 * payment for one of the dues is in progress, so its amount must not change).
 */
export function removeConcession(scope: SchoolScope, publicId: string) {
  const find = () =>
    selectRow(
      { id: number('id'), studentId: number('student_id'), isRemoved: flag('removed_at IS NOT NULL') },
      'FROM concessions WHERE school_id = :schoolId AND public_id = :publicId',
      { schoolId: scope.schoolId, publicId },
    )
  return inTransaction(async () => {
    const concession = await find()
    if (!concession) return refused('not-found')
    // Locks the ledger first, as everywhere; then reads the row again, which may have changed before the lock.
    await lockLedger(scope, concession.studentId)
    if ((await find())?.isRemoved) return done({ paise: 0 })
    return endConcessionStep(scope, concession)
  })
}

/**
 * Ends an active concession in the caller's transaction; the caller has locked the student's ledger. Refuses
 * `payment-under-way`.
 */
export async function endConcessionStep(scope: SchoolScope, concession: { id: number; studentId: number }) {
  const dues = await selectRows(
    takenColumns,
    `FROM due_concessions c JOIN dues d ON d.id = c.due_id
     WHERE c.concession_id = :id AND d.school_id = :schoolId AND d.state = 'open'`,
    { id: concession.id, schoolId: scope.schoolId },
  )
  const restored = dues.filter((due) => dueBalance(due) > 0 || due.paidPaise === 0)
  if (restored.some((due) => due.isBeingPaid)) return refused('payment-under-way')
  await concedeDues(
    scope,
    restored.map((due) => ({ dueId: due.dueId, changePaise: -due.takenPaise })),
  )
  if (restored.length > 0) {
    await execute('DELETE FROM due_concessions WHERE concession_id = :id AND due_id IN (:dueIds)', {
      id: concession.id,
      dueIds: restored.map((due) => due.dueId),
    })
  }
  await execute(
    'UPDATE concessions SET removed_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id',
    { schoolId: scope.schoolId, id: concession.id },
  )
  const paise = restored.reduce((sum, due) => sum + due.takenPaise, 0)
  await recordAudit(scope, {
    action: 'concession.removed',
    subject: { kind: 'student', id: concession.studentId },
    details: { concession: concession.id, dues: restored.length, owedAgainPaise: paise },
  })
  return done({ paise })
}
