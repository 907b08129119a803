import { selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { describedStudentColumns, rollNumber } from '~/models/people/students/describe/student-columns.server'
import { Student } from '~/models/people/students/tables.server'
import { activeFactConditions, type FactFilters, searchStudents } from './list-students.server'
import { enrolledInSql, ownSectionValues } from './section-queries.server'

/** Maximum number of students in one file, because the user waits for it; larger lists are printed class by class. */
export const maxPrinted = 400

/** Public ids of session, class and section; '' means the current session, all classes or all sections. */
export interface PrintQuery extends Record<'session' | 'class' | 'section', string>, FactFilters {
  /** Restricts the list to these students; empty for all. */
  students: readonly string[]
  search: string
  withoutPassword: boolean
  /** Sections to which the list is restricted; null or omitted: the whole school. */
  ownSectionIds?: readonly number[] | null
}

const printed = {
  ...columnsOf(Student, 's', 'publicId', 'language', 'activationRound'),
  ...describedStudentColumns,
  dateOfBirth: text('s.date_of_birth'),
  mobileNumber: text('s.mobile_number'),
  email: textOrNull('s.email'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('sec.name'),
  rollNumber,
  sessionName: textOrNull('IF(e.id IS NULL, NULL, a.name)'),
  fatherName: text("COALESCE(g.father_name, '')"),
  /** Mobile number of the father, or else of the student. */
  phone: text('COALESCE(g.father_mobile, s.mobile_number)'),
  address: text("COALESCE(ad.address, '')"),
  photoKey: textOrNull('f.storage_key'),
}

export type StudentToPrint = Awaited<ReturnType<typeof listStudentsToPrint>>[number]

/**
 * Lists active students for cards and slips, by class and roll number; omits those who left the section. Students in
 * `students` are printed even without an enrollment. Returns at most `maxPrinted` + 1 rows: the additional row shows
 * that there are too many.
 */
export function listStudentsToPrint({ schoolId }: SchoolScope, input: PrintQuery) {
  const search = searchStudents(input.search)
  const one = input.students.length > 0
  const conditions = [
    `s.school_id = :schoolId AND s.status = 'active'`,
    one ? 's.public_id IN (:students)' : '',
    input.class && 'c.public_id = :class',
    input.section && 'sec.public_id = :section',
    enrolledInSql('s.id', input.ownSectionIds ?? null),
    input.withoutPassword ? 's.password_hash IS NULL' : '',
    ...activeFactConditions(input),
    search.sql,
  ].filter((condition) => condition !== '')
  const join = one ? 'LEFT JOIN' : 'JOIN'
  return selectRows(
    printed,
    `FROM students s
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
      schoolId,
      students: [...input.students],
      session: input.session,
      class: input.class,
      section: input.section,
      gender: input.gender,
      category: input.category,
      rte: input.rte,
      ...search.values,
      ...ownSectionValues(input.ownSectionIds ?? null),
    },
  )
}
