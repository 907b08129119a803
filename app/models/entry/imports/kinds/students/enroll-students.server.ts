import { insertRows, number, selectRows } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { assignedFeePlans } from '~/models/money/fees/queries.server'
import { raiseFee } from '~/models/money/fees/raise-fees.server'
import type { NewEnrollment } from './add-students.server'
import type { ExistingStudents } from './existing-students.server'
import type { StudentStep } from './plan-students'

/**
 * Updates the counts of taken seats for all rows at once. If another request took the seats first, the CHECK
 * `section_seats_limit` throws, and the whole import is planned again.
 */
export async function moveSeats(scope: SchoolScope, steps: readonly StudentStep[], sessionId: number): Promise<void> {
  const change = new Map<number, number>()
  const add = (sectionId: number | null | undefined, delta: number) => {
    if (sectionId) change.set(sectionId, (change.get(sectionId) ?? 0) + delta)
  }
  for (const { section, student } of steps) {
    if (section === null) continue
    add(section.id, 1)
    add(student?.enrollment?.sectionId, -1)
  }
  const sectionIds = [...change.keys()].filter((id) => change.get(id) !== 0).sort((a, b) => a - b)
  if (sectionIds.length === 0) return
  const capacities = await selectRows(
    { id: number('id'), capacity: number('capacity') },
    'FROM sections WHERE school_id = :schoolId AND id IN (:sectionIds) LOCK IN SHARE MODE',
    { schoolId: scope.schoolId, sectionIds },
  )
  const capacityOf = new Map(capacities.map((row) => [row.id, row.capacity]))
  const columns = ['section_id', 'academic_session_id', 'school_id', 'taken', 'capacity']
  for (const [sign, after] of [
    [-1, 'ON DUPLICATE KEY UPDATE taken = taken - VALUES(taken)'],
    [1, 'ON DUPLICATE KEY UPDATE taken = taken + VALUES(taken)'],
  ] as const) {
    const rows = sectionIds
      .filter((id) => Math.sign(change.get(id) ?? 0) === sign)
      .map((id) => [id, sessionId, scope.schoolId, Math.abs(change.get(id) ?? 0), capacityOf.get(id) ?? 0])
    await insertRows('section_seats', columns, rows, after)
  }
}

/**
 * Enrolls students in the session, and creates the dues of fees already assigned to their classes, except for RTE
 * students, who owe none.
 */
export async function enrollMany(
  scope: SchoolScope,
  newEnrollments: readonly NewEnrollment[],
  existing: ExistingStudents,
): Promise<void> {
  const { session } = existing
  if (session === null) return
  const now = new Date()
  const inSession = (day: string | undefined) => day !== undefined && day >= session.startsOn && day <= session.endsOn
  const placed = newEnrollments.filter(({ step }) => step.section !== null)
  await insertRows(
    'enrollments',
    [
      'public_id',
      'school_id',
      'student_id',
      'academic_session_id',
      'class_id',
      'section_id',
      'roll_number',
      'enrolled_on',
      'created_at',
      'updated_at',
    ],
    placed.map(({ step, studentId }) => [
      newPublicId(),
      scope.schoolId,
      studentId,
      session.id,
      step.section?.ofClass.id ?? null,
      step.section?.id ?? null,
      step.rollNumber ? Number(step.rollNumber) : null,
      inSession(step.fields.admission_date) ? (step.fields.admission_date ?? '') : session.startsOn,
      now,
      now,
    ]),
  )
  const byClass = new Map<number, number[]>()
  for (const { step, studentId, rte } of placed) {
    const classId = step.section?.ofClass.id
    if (!classId || rte) continue
    const ofClass = byClass.get(classId)
    if (ofClass) ofClass.push(studentId)
    else byClass.set(classId, [studentId])
  }
  for (const [classId, studentIds] of byClass) {
    const plans = await assignedFeePlans(scope, { academicSessionId: session.id, classId })
    for (const plan of plans) await raiseFee(scope, plan, studentIds)
  }
}
