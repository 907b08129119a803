import { execute, select, selectOne } from '~/database/database.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { nextEnrollmentNumbers } from '~/models/students/rules'
import { readPresent } from './entries.server'
import { RegisterPeriod } from './tables.server'

interface Return {
  /** `YYYY-MM-DD` */
  returnedOn: string
  /** The class that the student came back to, where a seat was taken. */
  returnedClass: string | null
  /** A new entry under this number; null where the old number is resumed. */
  newNumber: string | null
}

/**
 * A step of whoever takes a student back, before the leaving is forgotten: the register keeps the time that ended. With a new number the entry is
 * closed and another begins, admitted on that day. Refuses `admission-number-taken` where a closed entry has the number; that of another student
 * throws `academic_infos_admission_number`.
 */
export async function closePeriod(
  scope: SchoolScope,
  studentId: number,
  { returnedOn, returnedClass, newNumber }: Return,
) {
  const { schoolId } = scope
  const [present] = await readPresent(scope, [studentId])
  if (!present || present.leftOn === null) throw new Error('Only a time that ended is closed')
  if (newNumber !== null && (await isClosedNumber(scope, newNumber))) return refused('admission-number-taken')
  const { previousSchool, admittedOn, admissionClass, leftOn, leavingClass, leavingReason, certificateId } = present
  await RegisterPeriod.create({
    ...{ schoolId, studentId, previousSchool, admittedOn, admissionClass, leftOn, leavingClass, leavingReason },
    ...{ returnedOn, returnedClass, isOwnEntry: newNumber !== null },
    admissionNumber: present.admissionNumber ?? present.enrollmentNumber,
    certificateId: certificateId === 0 ? null : certificateId,
  })
  if (newNumber === null) return done()
  const values = { schoolId, studentId, newNumber, returnedOn, returnedClass }
  await execute(
    `INSERT IGNORE INTO academic_infos (student_id, school_id, updated_at) VALUES (:studentId, :schoolId, UTC_TIMESTAMP(3))`,
    values,
  )
  await execute(
    `UPDATE academic_infos SET admission_number = :newNumber, admission_date = :returnedOn, admission_class = :returnedClass,
       updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND student_id = :studentId`,
    values,
  )
  return done()
}

async function isClosedNumber({ schoolId }: SchoolScope, admissionNumber: string): Promise<boolean> {
  const found = await selectOne<{ id: number }>(
    `SELECT id FROM register_periods WHERE school_id = :schoolId AND is_own_entry = 1 AND admission_number = :admissionNumber LIMIT 1`,
    { schoolId, admissionNumber },
  )
  return found !== null
}

const candidatesAtOnce = 50

/** The next free admission number in the style of the one that the newest student has; '' where nobody has one. A suggestion. */
export async function suggestAdmissionNumber({ schoolId }: SchoolScope): Promise<string> {
  const last = await selectOne<{ number: string }>(
    `SELECT admission_number AS number FROM academic_infos WHERE school_id = :schoolId AND admission_number IS NOT NULL
     ORDER BY student_id DESC LIMIT 1`,
    { schoolId },
  )
  if (!last) return ''
  const candidates = nextEnrollmentNumbers(last.number, candidatesAtOnce)
  const taken = await select<{ number: string }>(
    `SELECT admission_number AS number FROM academic_infos WHERE school_id = :schoolId AND admission_number IN (:candidates)
     UNION SELECT admission_number FROM register_periods
     WHERE school_id = :schoolId AND is_own_entry = 1 AND admission_number IN (:candidates)`,
    { schoolId, candidates },
  )
  return candidates.find((number) => !taken.some((row) => row.number === number)) ?? ''
}
