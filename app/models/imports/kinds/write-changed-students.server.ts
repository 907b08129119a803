import { execute, type Tx } from '~/database/connection.server'
import { moveFees } from '~/models/fees/raise-fees.server'
import { adjustFeesToRte } from '~/models/fees/rte-fees.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { isAadhaarField, sealAadhaar } from '~/models/students/aadhaar.server'
import { inParts } from '../insert-rows.server'
import type { StudentStep } from './judge-students'
import { tableOfField } from './student-columns'
import type { StoredStudent, StudentWorld } from './student-world.server'

export type ChangeStep = StudentStep & { student: StoredStudent }

/**
 * Writes what differs of students who are there, and moves those who have another section. Roll numbers are cleared first, so
 * that two students may swap theirs. Seats are counted by the caller.
 */
export async function writeChangedStudents(
  scope: SchoolScope,
  steps: readonly ChangeStep[],
  world: StudentWorld,
  tx: Tx,
  progress: (rows: number) => Promise<void>,
): Promise<void> {
  const renumbered = steps.flatMap(({ student, rollNumber }) =>
    student.place && rollNumber !== undefined ? [student.place.enrollmentId] : [],
  )
  for (const ids of inParts(renumbered)) {
    await execute(
      'UPDATE enrollments SET roll_number = NULL WHERE school_id = :schoolId AND id IN (:ids)',
      { schoolId: scope.schoolId, ids },
      tx,
    )
  }
  for (const part of inParts(steps, 200)) {
    for (const step of part) await writeChange(scope, step, world, tx)
    await progress(part.length)
  }
}

async function writeChange(scope: SchoolScope, step: ChangeStep, world: StudentWorld, tx: Tx): Promise<void> {
  const { student } = step
  for (const table of new Set(tableOfField.values())) {
    const keys = Object.keys(step.fields).filter((key) => tableOfField.get(key) === table)
    if (keys.length > 0) await writeFields(scope, table, student.id, keys, step.fields, tx)
  }
  await execute(
    'UPDATE students SET version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id',
    { schoolId: scope.schoolId, id: student.id },
    tx,
  )
  if (student.place) await movePlace(scope, step, student.place, world, tx)
  if (step.fields.rte !== undefined) await adjustFeesToRte(scope, { id: student.id, rte: step.fields.rte === '1' }, tx)
}

async function writeFields(
  scope: SchoolScope,
  table: string,
  studentId: number,
  keys: readonly string[],
  fields: Record<string, string>,
  tx: Tx,
): Promise<void> {
  const values: Record<string, string> = {}
  for (const key of keys) {
    const value = fields[key] ?? ''
    values[key] = isAadhaarField(key) ? sealAadhaar(key, studentId, value) : value
    if (isAadhaarField(key)) values[`${key}_end`] = value.slice(-4)
  }
  const sets = Object.keys(values).map((key) => `${key} = :${key}`)
  const owner = { schoolId: scope.schoolId, studentId }
  if (table !== 'students') {
    // A student may have no row here yet.
    const own = table === 'guardians' ? ', father_name, mother_name' : table === 'student_addresses' ? ', address' : ''
    const blanks = table === 'guardians' ? ", '', ''" : table === 'student_addresses' ? ", ''" : ''
    await execute(
      `INSERT INTO ${table} (student_id, school_id, updated_at${own}) VALUES (:studentId, :schoolId, UTC_TIMESTAMP(3)${blanks})
       ON DUPLICATE KEY UPDATE updated_at = VALUES(updated_at)`,
      owner,
      tx,
    )
  }
  const id = table === 'students' ? 'id' : 'student_id'
  await execute(
    `UPDATE ${table} SET ${sets.join(', ')} WHERE school_id = :schoolId AND ${id} = :studentId`,
    { ...owner, ...values },
    tx,
  )
}

async function movePlace(
  scope: SchoolScope,
  step: ChangeStep,
  place: NonNullable<StoredStudent['place']>,
  world: StudentWorld,
  tx: Tx,
): Promise<void> {
  const { section, rollNumber, student } = step
  if (section === null && rollNumber === undefined) return
  const roll = rollNumber ?? place.rollNumber
  await execute(
    `UPDATE enrollments SET class_id = :classId, section_id = :sectionId, roll_number = :roll, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    {
      schoolId: scope.schoolId,
      id: place.enrollmentId,
      classId: section?.ofClass.id ?? place.classId,
      sectionId: section?.id ?? place.sectionId,
      roll: roll === '' ? null : Number(roll),
    },
    tx,
  )
  const toClassId = section?.ofClass.id ?? place.classId
  if (toClassId === place.classId || world.session === null) return
  const rte = (step.fields.rte ?? student.values.rte) === '1'
  await moveFees(scope, { id: student.id, rte }, world.session.id, { fromClassId: place.classId, toClassId }, tx)
}
