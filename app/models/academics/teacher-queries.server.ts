import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'

export const teacherStatuses = ['active', 'inactive'] as const
type TeacherStatus = (typeof teacherStatuses)[number]

export interface TeacherRow {
  publicId: string
  name: string
  employeeNumber: string
  email: string | null
  mobileNumber: string | null
  qualification: string | null
  joinedOn: string | null
  status: TeacherStatus
  /** The sections of which this is the class teacher; null for none. */
  sectionNames: string | null
}

export const teacherSorts = ['name', 'number', 'joined'] as const

const orders: Record<(typeof teacherSorts)[number], readonly string[]> = {
  name: ['t.last_name', 't.first_name', 't.id'],
  number: ['t.employee_number', 't.id'],
  joined: ['t.joined_on IS NULL', 't.joined_on', 't.id'],
}

const fullName = `CONCAT(t.first_name, ' ', t.last_name)`
const sectionNames = `(SELECT GROUP_CONCAT(CONCAT(c.name, ' – ', s.name) ORDER BY c.position, c.name, s.name SEPARATOR ', ')
       FROM sections s JOIN classes c ON c.id = s.class_id
       WHERE s.school_id = t.school_id AND s.class_teacher_id = t.id)`

/** The school's teachers. */
export function listTeachers(
  scope: SchoolScope,
  query: ListQuery<(typeof teacherSorts)[number]> & { status: string },
): Promise<Page<TeacherRow>> {
  return selectPage<TeacherRow>(
    {
      columns: `t.public_id AS publicId, ${fullName} AS name, t.employee_number AS employeeNumber, t.email,
       t.mobile_number AS mobileNumber, t.qualification, t.joined_on AS joinedOn, t.status, ${sectionNames} AS sectionNames`,
      from: `teachers t WHERE t.school_id = :schoolId AND (:status = '' OR t.status = :status)
         AND (${fullName} LIKE :search ESCAPE '!' OR t.employee_number LIKE :search ESCAPE '!'
           OR t.email LIKE :search ESCAPE '!' OR t.mobile_number LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), status: query.status },
    },
    query,
  )
}

export interface TeacherRecord {
  id: number
  publicId: string
  employeeNumber: string
  firstName: string
  lastName: string
  email: string | null
  mobileNumber: string | null
  qualification: string | null
  joinedOn: string | null
  status: TeacherStatus
  staffUserId: number | null
  /** The sign-in, where there is one. */
  signInPublicId: string | null
  signInName: string | null
  signInEmail: string | null
  signInStatus: 'active' | 'inactive' | null
}

/** One teacher of the school, with the sign-in. */
export function findTeacher(scope: SchoolScope, publicId: string): Promise<TeacherRecord | null> {
  return selectOne<TeacherRecord>(
    `SELECT t.id, t.public_id AS publicId, t.employee_number AS employeeNumber, t.first_name AS firstName,
       t.last_name AS lastName, t.email, t.mobile_number AS mobileNumber, t.qualification, t.joined_on AS joinedOn, t.status,
       t.staff_user_id AS staffUserId, u.public_id AS signInPublicId, u.name AS signInName, u.email AS signInEmail,
       u.status AS signInStatus
     FROM teachers t LEFT JOIN staff_users u ON u.school_id = t.school_id AND u.id = t.staff_user_id
     WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

/** The sections of which a teacher is class teacher. */
export function sectionsLedBy(
  scope: SchoolScope,
  teacherId: number,
): Promise<Array<{ publicId: string; className: string; name: string }>> {
  return select(
    `SELECT s.public_id AS publicId, c.name AS className, s.name FROM sections s JOIN classes c ON c.id = s.class_id
     WHERE s.school_id = :schoolId AND s.class_teacher_id = :teacherId ORDER BY c.position, c.name, s.name`,
    { schoolId: scope.schoolId, teacherId },
  )
}

export interface TeacherChoice {
  publicId: string
  name: string
  employeeNumber: string
}

/** Every active teacher to choose from. */
export function teacherChoices(scope: SchoolScope): Promise<TeacherChoice[]> {
  return select<TeacherChoice>(
    `SELECT public_id AS publicId, CONCAT(first_name, ' ', last_name) AS name, employee_number AS employeeNumber
     FROM teachers WHERE school_id = :schoolId AND status = 'active' ORDER BY last_name, first_name, id`,
    { schoolId: scope.schoolId },
  )
}

/** The active teacher whom a section's form names; null where it names none. */
export async function findClassTeacher(
  scope: SchoolScope,
  publicId: string | undefined,
): Promise<{ id: number; name: string } | null | 'no-such-teacher'> {
  if (!publicId) return null
  // The lock keeps the teacher active until the section is written.
  const teacher = await selectOne<{ id: number; name: string }>(
    `SELECT id, CONCAT(first_name, ' ', last_name) AS name FROM teachers
     WHERE school_id = :schoolId AND public_id = :publicId AND status = 'active' LOCK IN SHARE MODE`,
    { schoolId: scope.schoolId, publicId },
  )
  return teacher ?? 'no-such-teacher'
}

/** Active sign-ins that no other teacher has: what a teacher's form offers. */
export function signInChoices(
  scope: SchoolScope,
  teacherId: number | null,
): Promise<Array<{ publicId: string; name: string; email: string }>> {
  return select(
    `SELECT u.public_id AS publicId, u.name, u.email FROM staff_users u
     LEFT JOIN teachers t ON t.staff_user_id = u.id
     WHERE u.school_id = :schoolId AND (t.id = :teacherId OR (t.id IS NULL AND u.status = 'active')) ORDER BY u.name, u.id`,
    { schoolId: scope.schoolId, teacherId: teacherId ?? 0 },
  )
}
