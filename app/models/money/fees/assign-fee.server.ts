import { flag, inTransaction, number, selectRows, text } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { withdrawDues } from '~/models/money/ledger/dues.server'
import { auditFee, duesOfFee, lockFee } from './fees.server'
import type { FeePlan } from './queries.server'
import { raiseFee } from './raise-fees.server'
import { Fee } from './tables.server'

/**
 * Assigns the fee to every active student of its class and session, except those under the RTE Act; students admitted
 * later owe it too. Assigning again adds only missing dues. Returns the number of new dues.
 */
export function assignFee(scope: SchoolScope, publicId: string): Promise<Outcome<{ raised: number }, 'not-found'>> {
  return inTransaction(async () => {
    const plan = await lockFee(scope, publicId)
    return plan ? done({ raised: await assignPlan(scope, plan) }) : refused('not-found')
  })
}

/**
 * Runs in the caller's transaction: assigns the fee to its whole class, as `assignFee` does. Returns the number of new
 * dues.
 */
export async function assignPlan(scope: SchoolScope, plan: FeePlan): Promise<number> {
  const students = await selectRows(
    { id: number('s.id') },
    `FROM enrollments e JOIN students s ON s.id = e.student_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :academicSessionId AND e.class_id = :classId
       AND e.status = 'studying' AND s.status = 'active' AND s.rte = 0 ORDER BY s.id`,
    { schoolId: scope.schoolId, academicSessionId: plan.academicSessionId, classId: plan.classId },
  )
  const studentIds = students.map((student) => student.id)
  const raised = await raiseFee(scope, plan, studentIds)
  if (!plan.isAssigned || raised > 0) await setOwed(scope, plan, { assignedAt: new Date() })
  const details = { name: plan.name, students: studentIds.length, dues: raised }
  await auditFee(scope, 'fee.assigned', plan.id, details)
  return raised
}

type Chosen =
  | Outcome<{ raised: number; withdrawn: number }, 'not-found' | 'changed' | 'no-such-student'>
  | { ok: false; reason: 'has-payments'; names: string[] }

/**
 * Assigns the fee to these students of its class only, and withdraws it from the others. Students who join later owe it
 * only when chosen. Refuses a student of another class or under the RTE Act (`no-such-student`), and a withdrawal of
 * dues with payments (`has-payments`, with the names); then nothing changes.
 */
export async function assignFeeToStudents(
  scope: SchoolScope,
  publicId: string,
  version: number,
  studentPublicIds: readonly string[],
): Promise<Chosen> {
  return inTransaction(
    async (): Promise<Chosen> => {
      const plan = await lockFee(scope, publicId)
      if (!plan) return refused('not-found')
      if (plan.version !== version) return refused('changed')
      const students = await listClassStudents(scope, plan)
      const requestedIds = new Set(studentPublicIds)
      const chosenStudents = students.filter((student) => requestedIds.has(student.publicId))
      if (chosenStudents.length < requestedIds.size || chosenStudents.some((student) => student.rte))
        return refused('no-such-student')
      const leaving = students.filter((student) => student.owes && !requestedIds.has(student.publicId))
      const paid = leaving.filter((student) => student.hasPayments)
      if (paid.length > 0) return { ok: false, reason: 'has-payments', names: paid.map((student) => student.name) }
      await withdraw(scope, plan, leaving)
      const raised = await raiseFee(
        scope,
        plan,
        chosenStudents.map((student) => student.id),
      )
      await setOwed(scope, plan, { assignedAt: null })
      const withdrawn = leaving.length
      const details = { name: plan.name, students: chosenStudents.length, dues: raised, withdrawn }
      await auditFee(scope, 'fee.assigned-to-students', plan.id, details)
      return done({ raised, withdrawn })
    },
    {
      // A payment started between the check and the withdrawal.
      payment_lines_due: async (): Promise<Chosen> => ({ ok: false, reason: 'has-payments', names: [] }),
    },
  )
}

async function withdraw(scope: SchoolScope, plan: FeePlan, students: readonly ClassStudent[]): Promise<void> {
  for (const { id: studentId } of students) await withdrawDues(scope, { ...duesOfFee(plan), studentId })
}

/** Stores the assignment, if passed, and a new version, so that a form loaded earlier cannot overwrite this change. */
async function setOwed(
  scope: SchoolScope,
  plan: FeePlan,
  assignment: { assignedAt?: Date | null } = {},
): Promise<void> {
  await Fee.update({ ...assignment, version: plan.version + 1 }, { where: { id: plan.id, schoolId: scope.schoolId } })
}

/**
 * Assigns the fee to these students as well, without withdrawing it from others, and keeps the class's assignment.
 * Skips students who have the fee, are inactive, are in another class or session, or are under the RTE Act. Returns how
 * many students `got` it, `had` it already and `cannot` get it, and the number of new dues. Refuses `no-such-student`,
 * and `changed` when the fee was saved after the page was loaded.
 */
export function addFeeToStudents(
  scope: SchoolScope,
  publicId: string,
  version: number,
  studentPublicIds: readonly string[],
): Promise<
  Outcome<{ raised: number; got: number; had: number; cannot: number }, 'not-found' | 'changed' | 'no-such-student'>
> {
  return inTransaction(async () => {
    const plan = await lockFee(scope, publicId)
    if (!plan) return refused('not-found')
    const students = await listFeeCandidates(scope, plan, studentPublicIds)
    if (students.length < new Set(studentPublicIds).size) return refused('no-such-student')
    const inState = (state: FeeCandidate['state']) => students.filter((student) => student.state === state)
    const [getting, having] = [inState('gets'), inState('has')]
    const counts = { got: getting.length, had: having.length, cannot: students.length - getting.length - having.length }
    // The form was submitted twice: the first submission has already added the fee.
    if (counts.got === 0) return done({ raised: 0, ...counts })
    if (plan.version !== version) return refused('changed')
    const ids = getting.map((student) => student.id)
    const raised = await raiseFee(scope, plan, ids)
    await setOwed(scope, plan)
    await auditFee(scope, 'fee.added-to-students', plan.id, { name: plan.name, students: counts.got, dues: raised })
    return done({ raised, ...counts })
  })
}

const feeCandidates = {
  id: number('s.id'),
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  state: {
    sql: `CASE WHEN COUNT(d.id) = COUNT(*) THEN 'has' WHEN s.status <> 'active' THEN 'not-active' WHEN e.id IS NULL THEN 'elsewhere'
      WHEN s.rte = 1 THEN 'rte' ELSE 'gets' END`,
    read: (stored: unknown) => stored as 'has' | 'not-active' | 'elsewhere' | 'rte' | 'gets',
  },
  // Dues of the fee that the student does not have yet: their number, and their sum before concessions.
  missingDues: number('COUNT(*) - COUNT(d.id)'),
  missingPaise: number('CAST(SUM(IF(d.id IS NULL, i.amount_paise, 0)) AS SIGNED)'),
}

/**
 * Lists, by name, what adding a fee would mean for each of these students: `has` it, `gets` it, or a reason why not.
 */
export async function listFeeCandidates(
  { schoolId }: SchoolScope,
  { id: feeId, academicSessionId, classId }: FeePlan,
  publicIds: readonly string[],
) {
  if (publicIds.length === 0) return []
  return selectRows(
    feeCandidates,
    `FROM students s JOIN fee_instalments i ON i.fee_id = :feeId
     LEFT JOIN dues d ON d.school_id = s.school_id AND d.student_id = s.id AND d.kind = 'fee' AND d.source_id = i.id
     LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = :academicSessionId AND e.class_id = :classId
       AND e.status = 'studying'
     WHERE s.school_id = :schoolId AND s.public_id IN (:publicIds)
     GROUP BY s.id, e.id ORDER BY s.first_name, s.last_name, s.id`,
    { schoolId, feeId, academicSessionId, classId, publicIds: [...publicIds] },
  )
}

export type FeeCandidate = Awaited<ReturnType<typeof listFeeCandidates>>[number]

const classStudents = {
  id: number('s.id'),
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  sectionName: text('se.name'),
  rollNumber: { sql: 'e.roll_number', read: (stored: unknown) => stored as number | null },
  // Under the RTE Act: owes no fees.
  rte: flag('s.rte'),
  // Has dues of the fee; a payment for it was received or is in progress.
  owes: flag('o.studentId IS NOT NULL'),
  hasPayments: flag('COALESCE(o.hasPayments, 0)'),
}

export function listClassStudents({ schoolId }: SchoolScope, { id: feeId, academicSessionId, classId }: FeePlan) {
  return selectRows(
    classStudents,
    `FROM enrollments e JOIN students s ON s.id = e.student_id JOIN sections se ON se.id = e.section_id
     LEFT JOIN (SELECT d.student_id AS studentId, MAX(l.id IS NOT NULL) AS hasPayments
                FROM fee_instalments i JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id AND d.school_id = :schoolId
                LEFT JOIN payment_lines l ON l.due_id = d.id
                WHERE i.fee_id = :feeId GROUP BY d.student_id) o ON o.studentId = s.id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :academicSessionId AND e.class_id = :classId
       AND e.status = 'studying' AND s.status = 'active'
     ORDER BY se.name, e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, s.id`,
    { schoolId, feeId, academicSessionId, classId },
  )
}

export type ClassStudent = Awaited<ReturnType<typeof listClassStudents>>[number]
