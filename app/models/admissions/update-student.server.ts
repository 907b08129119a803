import { select, type Tx } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { raiseAssignedFees } from '~/models/fees/raise-fees.server'
import { withdrawUntouchedDues } from '~/models/ledger/withdraw-dues.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { studentColumns } from '~/models/students/insert-student.server'
import { findCrowdedName, findStudentRecord } from '~/models/students/queries.server'
import type { StudentFields } from '~/models/students/schema'
import { Guardian, Student, StudentAddress } from '~/models/students/tables.server'

export type UpdateStudentRefusal = 'not-found' | 'enrollment-number-taken' | 'email-crowded' | 'mobile-crowded'

/**
 * Changes what the office knows of a student: the student's own fields, parents' names and address, all or nothing. Who comes
 * under the RTE Act owes no fees from then on (what a payment has touched stays); who leaves it owes those assigned to the class.
 */
export async function updateStudent(
  scope: SchoolScope,
  publicId: string,
  fields: StudentFields,
): Promise<Outcome<undefined, UpdateStudentRefusal>> {
  try {
    return await inTransaction(async (tx) => {
      const student = await findStudentRecord(scope, publicId, tx)
      if (!student) return refused('not-found')
      const columns = studentColumns(fields)
      const crowded = await findCrowdedName(scope, { ...columns, exceptStudentId: student.id }, tx)
      if (crowded) return refused(crowded === 'email' ? 'email-crowded' : 'mobile-crowded')
      const owner = { studentId: student.id, schoolId: scope.schoolId }
      await Student.update(columns, { where: { id: student.id, schoolId: scope.schoolId }, transaction: tx })
      await Guardian.upsert(
        { ...owner, fatherName: fields.father_name, motherName: fields.mother_name },
        { transaction: tx },
      )
      await StudentAddress.upsert({ ...owner, address: fields.address }, { transaction: tx })
      if (columns.rte !== student.rte) await adjustFees(scope, { id: student.id, rte: columns.rte }, tx)
      await recordAudit(
        scope,
        {
          action: 'student.updated',
          subject: { kind: 'student', id: student.id },
          details: { changed: changedFields(student, fields).join(' ') },
        },
        tx,
      )
      return done()
    })
  } catch (error) {
    if (violatedUniqueKey(error) === 'students_enrollment_number') return refused('enrollment-number-taken')
    throw error
  }
}

async function adjustFees(scope: SchoolScope, student: { id: number; rte: boolean }, tx: Tx): Promise<void> {
  if (student.rte) {
    await withdrawUntouchedDues(scope, { kind: 'fee', studentId: student.id }, tx)
    return
  }
  const places = await select<{ academicSessionId: number; classId: number }>(
    `SELECT academic_session_id AS academicSessionId, class_id AS classId FROM enrollments
     WHERE school_id = :schoolId AND student_id = :studentId ORDER BY id`,
    { schoolId: scope.schoolId, studentId: student.id },
    tx,
  )
  for (const place of places) await raiseAssignedFees(scope, student, place, tx)
}

/** Names of what changed; the values themselves stay out of the log. */
function changedFields(
  before: NonNullable<Awaited<ReturnType<typeof findStudentRecord>>>,
  fields: StudentFields,
): string[] {
  const old: Record<keyof StudentFields, unknown> = {
    first_name: before.firstName,
    last_name: before.lastName,
    mother_name: before.motherName,
    father_name: before.fatherName,
    address: before.address,
    gender: before.gender,
    date_of_birth: before.dateOfBirth,
    category: before.category,
    mobile_number: before.mobileNumber,
    email: before.email ?? undefined,
    rte: before.rte,
    enrollment_number: before.enrollmentNumber,
  }
  return (Object.keys(old) as Array<keyof StudentFields>).filter((name) => old[name] !== fields[name])
}
