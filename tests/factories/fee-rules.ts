import { execute } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { assignFeeToStudents } from '~/models/money/fees/assign-fee.server'
import { giveConcession } from '~/models/money/fees/concessions.server'
import { setFineRule } from '~/models/money/fees/fees.server'
import { type FineRule, fineRuleText } from '~/models/money/ledger/fine-rules'
import type { MadeClass, MadeSession } from './academics'
import { feeVersion, makeFee } from './fees'
import { insert, unique } from './insert'
import type { MadeDue } from './ledger'
import type { MadeSchool, MadeStaff } from './school'
import type { MadeStudent } from './student'

/** ₹10 a day after five days of grace, at most ₹500. */
export const dailyFine: FineRule = { kind: 'per_day', amountPaise: 10_00, graceDays: 5, capPaise: 500_00, slabs: [] }

/** Applies a late fine rule to a due as if its fee had the rule. */
export async function fineDue(due: MadeDue, rule: FineRule | null = dailyFine): Promise<void> {
  await execute('UPDATE dues SET fine_rule = :rule WHERE id = :id', { rule: fineRuleText(rule), id: due.id })
}

/** Backdates the dues of a session to its first day, or to their due date if that is earlier. */
export async function backdateDues(school: MadeSchool, session: MadeSession): Promise<void> {
  await execute(
    `UPDATE dues d JOIN academic_sessions a ON a.id = d.academic_session_id
     SET d.created_at = LEAST(d.created_at, TIMESTAMP(a.starts_on), TIMESTAMP(d.due_on))
     WHERE d.school_id = :schoolId AND d.academic_session_id = :sessionId`,
    { schoolId: school.id, sessionId: session.id },
  )
  // Also backdates enrollments to the first due date: a due of the previous month is late only for a student who was
  // enrolled then.
  await execute(
    `UPDATE enrollments e JOIN (SELECT student_id, MIN(due_on) AS firstDue FROM dues
       WHERE school_id = :schoolId AND academic_session_id = :sessionId GROUP BY student_id) d ON d.student_id = e.student_id
     SET e.enrolled_on = d.firstDue
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND d.firstDue < e.enrolled_on`,
    { schoolId: school.id, sessionId: session.id },
  )
}

/** Creates a concession on all fees of the session without reducing any due yet; returns its public id. */
export async function makeConcession(
  student: MadeStudent,
  session: MadeSession,
  percentHundredths = 10_00,
): Promise<string> {
  const publicId = newPublicId()
  const now = new Date()
  await insert('concessions', {
    public_id: publicId,
    school_id: student.schoolId,
    student_id: student.id,
    academic_session_id: session.id,
    kind: 'sibling',
    percent_hundredths: percentHundredths,
    reason: 'Second child at this school',
    given_by: 'Kiran Desai',
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  return publicId
}

/** Creates the demo's fee rules: a late fine, a sibling concession, and an optional fee of two students. */
export async function makeDemoFeeRules(demo: {
  school: MadeSchool
  office: MadeStaff
  session: MadeSession
  class: MadeClass
  schoolFeeId: string
  dueOn: string
  sibling: MadeStudent
  chosen: readonly MadeStudent[]
}): Promise<void> {
  const { scope } = demo.office
  const fined = await setFineRule(scope, demo.schoolFeeId, await feeVersion(scope, demo.schoolFeeId), dailyFine)
  const given = await giveConcession(scope, demo.sibling.publicId, {
    kind: 'sibling',
    academicSession: demo.session.publicId,
    fee: demo.schoolFeeId,
    percentHundredths: 25_00,
    amountPaise: null,
    reason: 'Elder sister in Class 8',
    formKey: `demo-sibling-${demo.sibling.publicId}`,
  })
  const robotics = await makeFee(demo.school, {
    session: demo.session,
    class: demo.class,
    name: 'Robotics Club',
    heads: [{ kind: 'other', name: 'Club Fee', amountPaise: 2_500_00 }],
    instalments: [{ title: 'Full year', dueOn: demo.dueOn, amountPaise: 2_500_00 }],
  })
  const ids = demo.chosen.map((student) => student.publicId)
  const assigned = await assignFeeToStudents(scope, robotics.publicId, 1, ids)
  for (const outcome of [fined, given, assigned]) if (!outcome.ok) throw new Error(outcome.reason)
}
