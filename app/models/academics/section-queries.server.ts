import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'

export interface SectionRow {
  publicId: string
  className: string
  name: string
  capacity: number
  /** Seats taken in the current session. */
  taken: number
  classTeacher: string | null
}

export const sectionSorts = ['class', 'students', 'capacity', 'teacher'] as const

const orders: Record<(typeof sectionSorts)[number], readonly string[]> = {
  class: ['c.position', 'c.name', 't.name', 't.id'],
  students: ['taken', 'c.position', 'c.name', 't.name', 't.id'],
  capacity: ['t.capacity', 'c.position', 'c.name', 't.name', 't.id'],
  teacher: ['h.last_name IS NULL', 'h.last_name', 'h.first_name', 'c.position', 't.id'],
}

const takenNow = `CAST(COALESCE((SELECT p.taken FROM section_seats p JOIN academic_sessions a ON a.id = p.academic_session_id
       WHERE p.section_id = t.id AND a.school_id = t.school_id AND a.is_current = 1), 0) AS SIGNED)`

const columns = `t.public_id AS publicId, c.name AS className, t.name, t.capacity, ${takenNow} AS taken,
       CONCAT(h.first_name, ' ', h.last_name) AS classTeacher`

const tables = `sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
       LEFT JOIN teachers h ON h.school_id = t.school_id AND h.id = t.class_teacher_id`

/** Sections by class, with the seats taken in the current session. */
export function listSections(
  scope: SchoolScope,
  query: ListQuery<(typeof sectionSorts)[number]> & { classId: string },
): Promise<Page<SectionRow>> {
  return selectPage<SectionRow>(
    {
      columns,
      from: `${tables} WHERE t.school_id = :schoolId AND (:classId = '' OR c.public_id = :classId)
         AND (CONCAT(c.name, ' ', t.name) LIKE :search ESCAPE '!'
           OR CONCAT(h.first_name, ' ', h.last_name) LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), classId: query.classId },
    },
    query,
  )
}

/** The sections of one class. */
export function sectionsOfClass(scope: SchoolScope, classId: number): Promise<SectionRow[]> {
  return select<SectionRow>(
    `SELECT ${columns} FROM ${tables} WHERE t.school_id = :schoolId AND t.class_id = :classId ORDER BY t.name, t.id`,
    { schoolId: scope.schoolId, classId },
  )
}

export interface SectionView extends SectionRow {
  classPublicId: string
  classTeacherPublicId: string | null
}

/** One section with its seats and class teacher. */
export function findSectionView(scope: SchoolScope, publicId: string): Promise<SectionView | null> {
  return selectOne<SectionView>(
    `SELECT ${columns}, c.public_id AS classPublicId, h.public_id AS classTeacherPublicId
     FROM ${tables} WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

/** The session in which most students sit in the section: what its capacity cannot go below. */
export function fullestSession(
  scope: SchoolScope,
  publicId: string,
): Promise<{ taken: number; sessionName: string } | null> {
  return selectOne(
    `SELECT p.taken, a.name AS sessionName FROM sections t
     JOIN section_seats p ON p.section_id = t.id JOIN academic_sessions a ON a.id = p.academic_session_id
     WHERE t.school_id = :schoolId AND t.public_id = :publicId ORDER BY p.taken DESC, a.starts_on DESC LIMIT 1`,
    { schoolId: scope.schoolId, publicId },
  )
}

export interface OwnSection {
  id: number
  publicId: string
  classPublicId: string
  className: string
  name: string
}

/** The sections that a staff user is class teacher of: what "own sections" of the role teacher means (decisions, section 1). */
export function sectionsOfTeacher(scope: SchoolScope, staffUserId: number): Promise<OwnSection[]> {
  return select<OwnSection>(
    `SELECT t.id, t.public_id AS publicId, c.public_id AS classPublicId, c.name AS className, t.name
     FROM teachers h JOIN sections t ON t.school_id = h.school_id AND t.class_teacher_id = h.id
     JOIN classes c ON c.id = t.class_id
     WHERE h.school_id = :schoolId AND h.staff_user_id = :staffUserId AND h.status = 'active'
     ORDER BY c.position, c.name, t.name, t.id`,
    { schoolId: scope.schoolId, staffUserId },
  )
}

/**
 * SQL: the student `student` (an id) sits in one of the sections `:ownSectionIds` in the current session. Fill these with
 * `ownSectionValues`; a null means that nothing is asked.
 */
export function sitsInSql(student: string, sectionIds: readonly number[] | null): string {
  if (sectionIds === null) return ''
  return `EXISTS (SELECT 1 FROM enrollments o JOIN academic_sessions b ON b.id = o.academic_session_id AND b.is_current = 1
    WHERE o.school_id = :schoolId AND o.student_id = ${student} AND o.status = 'studying' AND o.section_id IN (:ownSectionIds))`
}

const currentSessionSql = '(SELECT b.id FROM academic_sessions b WHERE b.school_id = :schoolId AND b.is_current = 1)'

/**
 * SQL: an enrollment, or whatever else has a section and a session, is of the sections `:ownSectionIds` in the current session: who
 * is class teacher now is nobody to last year's pupils. Fill these with `ownSectionValues`; a null means that nothing is asked.
 */
export function isOwnSql(
  sectionIds: readonly number[] | null,
  { section, session }: { section: string; session: string } = {
    section: 'e.section_id',
    session: 'e.academic_session_id',
  },
): string {
  return sectionIds === null ? '' : `${section} IN (:ownSectionIds) AND ${session} = ${currentSessionSql}`
}

/** No section has the id 0, and SQL knows no empty list. */
export function ownSectionValues(sectionIds: readonly number[] | null): { ownSectionIds: number[] } {
  return { ownSectionIds: [0, ...(sectionIds ?? [])] }
}

/** Whether the student sits in one of these sections in the current session. */
export async function sitsInSections(
  scope: SchoolScope,
  studentPublicId: string,
  sectionIds: readonly number[],
): Promise<boolean> {
  const found = await selectOne(
    `SELECT s.id FROM students s WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId
       AND ${sitsInSql('s.id', sectionIds)}`,
    { schoolId: scope.schoolId, studentPublicId, ...ownSectionValues(sectionIds) },
  )
  return found !== null
}

/** Whether a stored file is for everybody, or that of a student who sits in these sections: those of applicants and imports are not. */
export async function isFileOfSections(
  scope: SchoolScope,
  key: string,
  sectionIds: readonly number[],
): Promise<boolean> {
  const found = await selectOne(
    `SELECT f.id FROM files f WHERE f.storage_key = :key AND f.school_id = :schoolId
       AND (f.visibility = 'public' OR ${sitsInSql('f.student_id', sectionIds)})`,
    { schoolId: scope.schoolId, key, ...ownSectionValues(sectionIds) },
  )
  return found !== null
}
