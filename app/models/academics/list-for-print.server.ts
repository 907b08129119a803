import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing } from '~/models/shared/select-page.server'
import { ownSectionValues, sitsInSql } from './section-queries.server'

/** A file is made while somebody waits: more than this is printed class by class. */
export const maxPrinted = 400

export interface PrintQuery {
  /** Public ids, '' for any: of the session (the current one when ''), class, section, and of one student alone. */
  session: string
  class: string
  section: string
  student: string
  search: string
  /** Only those who have not chosen a password yet. */
  withoutPassword: boolean
  /** Only students who sit in one of these sections now; left out or null: all of the school. */
  ownSectionIds?: readonly number[] | null
}

export interface StudentToPrint {
  publicId: string
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  enrollmentNumber: string
  mobileNumber: string
  email: string | null
  language: 'en' | 'hi' | 'gu'
  activationRound: number
  className: string | null
  sectionName: string | null
  rollNumber: number | null
  sessionName: string | null
  fatherName: string
  /** The father's, else the student's. */
  phone: string
  address: string
  /** Key of the photo in the file store. */
  photoKey: string | null
}

/**
 * Active students for cards and slips, class by class in the order of the roll numbers; who left the section is not among them.
 * One student alone is printed without a place too. At most one more than `maxPrinted`.
 */
export function listStudentsToPrint(scope: SchoolScope, input: PrintQuery): Promise<StudentToPrint[]> {
  const one = input.student !== ''
  const conditions = [
    `s.school_id = :schoolId AND s.status = 'active'`,
    one ? 's.public_id = :student' : '',
    input.class === '' ? '' : 'c.public_id = :class',
    input.section === '' ? '' : 'sec.public_id = :section',
    sitsInSql('s.id', input.ownSectionIds ?? null),
    input.withoutPassword ? 's.password_hash IS NULL' : '',
    input.search === ''
      ? ''
      : `(CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.email LIKE :search ESCAPE '!'
        OR s.mobile_number LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')`,
  ].filter((condition) => condition !== '')
  const join = one ? 'LEFT JOIN' : 'JOIN'
  return select<StudentToPrint>(
    `SELECT s.public_id AS publicId, s.first_name AS firstName, s.last_name AS lastName,
       s.date_of_birth AS dateOfBirth, s.enrollment_number AS enrollmentNumber, s.mobile_number AS mobileNumber,
       s.email, s.language, s.activation_round AS activationRound, c.name AS className, sec.name AS sectionName,
       e.roll_number AS rollNumber, IF(e.id IS NULL, NULL, a.name) AS sessionName,
       COALESCE(g.father_name, '') AS fatherName, COALESCE(g.father_mobile, s.mobile_number) AS phone,
       COALESCE(ad.address, '') AS address, f.storage_key AS photoKey
     FROM students s
     ${join} academic_sessions a ON a.school_id = s.school_id
       AND ${input.session === '' ? 'a.is_current = 1' : 'a.public_id = :session'}
     ${join} enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id AND e.status = 'studying'
     ${join} classes c ON c.id = e.class_id
     ${join} sections sec ON sec.id = e.section_id
     LEFT JOIN guardians g ON g.student_id = s.id
     LEFT JOIN student_addresses ad ON ad.student_id = s.id
     LEFT JOIN files f ON f.id = s.photo_file_id AND f.state = 'kept'
     WHERE ${conditions.join(' AND ')}
     ORDER BY c.position, c.name, sec.name, e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, s.id
     LIMIT ${maxPrinted + 1}`,
    {
      schoolId: scope.schoolId,
      student: input.student,
      session: input.session,
      class: input.class,
      section: input.section,
      search: containing(input.search),
      ...ownSectionValues(input.ownSectionIds ?? null),
    },
  )
}
