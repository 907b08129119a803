import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { accountsSharingAName, type Category, type Gender } from './options'
import { nextEnrollmentNumbers } from './rules'
import type { StudentStatus } from './standing-options'

export interface StudentRecord {
  id: number
  publicId: string
  firstName: string
  lastName: string
  gender: Gender
  dateOfBirth: string
  category: Category
  mobileNumber: string
  email: string | null
  enrollmentNumber: string
  rte: boolean
  status: StudentStatus
  hasPassword: boolean
  fatherName: string
  motherName: string
  address: string
}

/** One student of the school with parents and address; null for another school's. */
export async function findStudentRecord(scope: SchoolScope, publicId: string): Promise<StudentRecord | null> {
  const row = await selectOne<Omit<StudentRecord, 'rte' | 'hasPassword'> & { rte: number; hasPassword: number }>(
    `SELECT s.id, s.public_id AS publicId, s.first_name AS firstName, s.last_name AS lastName, s.gender,
       s.date_of_birth AS dateOfBirth, s.category, s.mobile_number AS mobileNumber, s.email,
       s.enrollment_number AS enrollmentNumber, s.rte, s.status, s.password_hash IS NOT NULL AS hasPassword,
       COALESCE(g.father_name, '') AS fatherName, COALESCE(g.mother_name, '') AS motherName,
       COALESCE(a.address, '') AS address
     FROM students s
     LEFT JOIN guardians g ON g.student_id = s.id
     LEFT JOIN student_addresses a ON a.student_id = s.id
     WHERE s.school_id = :schoolId AND s.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, rte: row.rte === 1, hasPassword: row.hasPassword === 1 }
}

/** The next free enrollment number in the style of the student made last. A suggestion: the unique key decides. */
export async function suggestEnrollmentNumber(scope: SchoolScope): Promise<string> {
  const latest = await selectOne<{ number: string }>(
    'SELECT enrollment_number AS number FROM students WHERE school_id = :schoolId ORDER BY id DESC LIMIT 1',
    { schoolId: scope.schoolId },
  )
  const candidates = nextEnrollmentNumbers(latest?.number ?? null, 50)
  const taken = await select<{ number: string }>(
    'SELECT enrollment_number AS number FROM students WHERE school_id = :schoolId AND enrollment_number IN (:candidates)',
    { schoolId: scope.schoolId, candidates },
  )
  return candidates.find((number) => !taken.some((row) => row.number === number)) ?? ''
}

/** Which of the two sign-in names is already shared by as many accounts of the school as may share one; null when neither. */
export async function findCrowdedName(
  scope: SchoolScope | StudentScope,
  names: { email: string | null; mobileNumber: string; exceptStudentId: number | null },
): Promise<'email' | 'mobile_number' | null> {
  const row = await selectOne<{ byEmail: number; byMobile: number }>(
    `SELECT CAST(COALESCE(SUM(email = :email), 0) AS SIGNED) AS byEmail,
       CAST(COALESCE(SUM(mobile_number = :mobileNumber), 0) AS SIGNED) AS byMobile
     FROM students
     WHERE school_id = :schoolId AND id <> :except AND (email = :email OR mobile_number = :mobileNumber)`,
    {
      schoolId: scope.schoolId,
      email: names.email,
      mobileNumber: names.mobileNumber,
      except: names.exceptStudentId ?? 0,
    },
  )
  if ((row?.byEmail ?? 0) >= accountsSharingAName) return 'email'
  return (row?.byMobile ?? 0) >= accountsSharingAName ? 'mobile_number' : null
}
