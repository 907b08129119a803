import { flag, lockRows, number, selectRow, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { accountsSharingAName } from './options'
import { Student } from './tables.server'

const record = {
  ...columnsOf(Student, 's', 'id', 'publicId', 'status', 'leftOn', 'leavingReason'),
  rte: flag('s.rte'),
  email: textOrNull('s.email'),
  firstName: text('s.first_name'),
  lastName: text('s.last_name'),
  enrollmentNumber: text('s.enrollment_number'),
  /** False until the student has chosen a password; the date of birth is the initial one. */
  hasPassword: flag('s.password_hash IS NOT NULL'),
  fatherName: text("COALESCE(g.father_name, '')"),
  motherName: text("COALESCE(g.mother_name, '')"),
  address: text("COALESCE(a.address, '')"),
}

/** Returns a student with parents and address, or null; `lock` locks the student for the transaction. */
export async function findStudentRecord({ schoolId }: SchoolScope, publicId: string, { lock = false } = {}) {
  const one = 'WHERE s.school_id = :schoolId AND s.public_id = :publicId'
  if (lock) await lockRows(`FROM students s ${one}`, { schoolId, publicId })
  return selectRow(
    record,
    `FROM students s LEFT JOIN guardians g ON g.student_id = s.id LEFT JOIN student_addresses a ON a.student_id = s.id ${one}`,
    { schoolId, publicId },
  )
}

const among = { students: 'students WHERE id <> :except', admissions: "admissions WHERE state = 'pending'" }

/**
 * Returns which sign-in name is full, the e-mail or the mobile number: the maximum number of the school's students (or
 * of its pending admissions) already share it. Null if neither is full.
 */
export async function findCrowdedName(
  scope: SchoolScope | StudentScope,
  names: { email: string | null; mobileNumber: string; exceptStudentId: number | null },
  population: keyof typeof among = 'students',
): Promise<'email' | 'mobile_number' | null> {
  const { email, mobileNumber, exceptStudentId } = names
  const row = await selectRow(
    {
      byEmail: number('COALESCE(SUM(email = :email), 0)'),
      byMobile: number('COALESCE(SUM(mobile_number = :mobileNumber), 0)'),
    },
    `FROM ${among[population]} AND school_id = :schoolId AND (email = :email OR mobile_number = :mobileNumber)`,
    { schoolId: scope.schoolId, email, mobileNumber, except: exceptStudentId ?? 0 },
  )
  if ((row?.byEmail ?? 0) >= accountsSharingAName) return 'email'
  return (row?.byMobile ?? 0) >= accountsSharingAName ? 'mobile_number' : null
}
