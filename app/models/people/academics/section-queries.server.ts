import { exists, type RowOf, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Section } from './tables.server'

const ownSection = {
  ...columnsOf(Section, 't', 'id', 'publicId', 'name'),
  classPublicId: text('c.public_id'),
  className: text('c.name'),
}

export type OwnSection = RowOf<typeof ownSection>

/**
 * Lists the sections of which a staff user is class teacher: the "own sections", to which the role teacher is
 * restricted.
 */
export function sectionsOfTeacher(scope: SchoolScope, staffUserId: number): Promise<OwnSection[]> {
  return selectRows(
    ownSection,
    `FROM teachers h JOIN sections t ON t.school_id = h.school_id AND t.class_teacher_id = h.id
     JOIN classes c ON c.id = t.class_id
     WHERE h.school_id = :schoolId AND h.staff_user_id = :staffUserId AND h.status = 'active'
     ORDER BY c.position, c.name, t.name, t.id`,
    { schoolId: scope.schoolId, staffUserId },
  )
}

/**
 * SQL condition: the student with the id `student` is enrolled in one of the sections `:ownSectionIds` (from
 * `ownSectionValues`) in the current session. Returns '' (no restriction) if `sectionIds` is null.
 */
export function enrolledInSql(student: string, sectionIds: readonly number[] | null): string {
  if (sectionIds === null) return ''
  return `EXISTS (SELECT 1 FROM enrollments o JOIN academic_sessions b ON b.id = o.academic_session_id AND b.is_current = 1
    WHERE o.school_id = :schoolId AND o.student_id = ${student} AND o.status = 'studying' AND o.section_id IN (:ownSectionIds))`
}

const currentSessionSql = '(SELECT b.id FROM academic_sessions b WHERE b.school_id = :schoolId AND b.is_current = 1)'

/**
 * SQL condition: an enrollment (or another row with section and session) belongs to one of the sections
 * `:ownSectionIds` (from `ownSectionValues`) in the current session. A class teacher has no access to last year's
 * students. Returns '' (no restriction) if `sectionIds` is null.
 */
export function ownSectionSql(
  sectionIds: readonly number[] | null,
  { section, session }: { section: string; session: string } = {
    section: 'e.section_id',
    session: 'e.academic_session_id',
  },
): string {
  return sectionIds === null ? '' : `${section} IN (:ownSectionIds) AND ${session} = ${currentSessionSql}`
}

/** Value of `:ownSectionIds`. Begins with 0, the id of no section, because SQL does not allow an empty list. */
export function ownSectionValues(sectionIds: readonly number[] | null): { ownSectionIds: number[] } {
  return { ownSectionIds: [0, ...(sectionIds ?? [])] }
}

/** Returns whether the student is enrolled in one of these sections in the current session. */
export function isEnrolledInSections(
  scope: SchoolScope,
  studentPublicId: string,
  sectionIds: readonly number[],
): Promise<boolean> {
  return exists(
    `FROM students s WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId
       AND ${enrolledInSql('s.id', sectionIds)}`,
    { schoolId: scope.schoolId, studentPublicId, ...ownSectionValues(sectionIds) },
  )
}

/**
 * Returns whether a stored file is public or belongs to a student of these sections. False for private files of
 * applicants and imports, which belong to no student.
 */
export function isFileOfSections(scope: SchoolScope, key: string, sectionIds: readonly number[]): Promise<boolean> {
  return exists(
    `FROM files f WHERE f.storage_key = :key AND f.school_id = :schoolId
       AND (f.visibility = 'public' OR ${enrolledInSql('f.student_id', sectionIds)})`,
    { schoolId: scope.schoolId, key, ...ownSectionValues(sectionIds) },
  )
}
