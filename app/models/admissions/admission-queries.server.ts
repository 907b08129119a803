import { select, selectOne } from '~/database/connection.server'
import type { Language } from '~/language/language'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { Category, Gender } from '~/models/students/options'
import type { AdmissionOrigin, AdmissionState } from './admission-tables.server'

export interface AdmissionRow {
  publicId: string
  firstName: string
  lastName: string
  state: AdmissionState
  origin: AdmissionOrigin
  className: string | null
  sessionName: string | null
  mobileNumber: string
  email: string | null
  fatherName: string
  dateOfBirth: string
  createdAt: Date
}

export const admissionSorts = ['state', 'name', 'class', 'received'] as const
export type AdmissionSort = (typeof admissionSorts)[number]

/** '' for any; days are those on which the admission came in. */
export interface AdmissionFilters {
  state: string
  origin: string
  class: string
  session: string
  from: string
  to: string
}

const newestFirst = '-CAST(a.id AS SIGNED)'

const orders: Record<AdmissionSort, readonly string[]> = {
  // As the states are declared: what waits stands first.
  state: ['a.state', newestFirst],
  name: ['a.last_name', 'a.first_name', 'a.id'],
  class: ['c.position IS NULL', 'c.position', 'c.name', 'a.id'],
  received: ['a.created_at', 'a.id'],
}

/** Admissions of the school: those that wait first, the newest of them on top, unless another order is chosen. */
export function listAdmissions(
  scope: SchoolScope,
  query: ListQuery<AdmissionSort> & { filters: AdmissionFilters },
): Promise<Page<AdmissionRow>> {
  const { filters } = query
  const conditions = [
    query.search === ''
      ? ''
      : `(CONCAT(a.first_name, ' ', a.last_name) LIKE :search ESCAPE '!' OR a.email LIKE :search ESCAPE '!'
          OR a.mobile_number LIKE :search ESCAPE '!' OR a.father_name LIKE :search ESCAPE '!'
          OR a.mother_name LIKE :search ESCAPE '!')`,
    filters.state && 'a.state = :state',
    filters.origin && 'a.origin = :origin',
    filters.class && 'c.public_id = :class',
    filters.session && 's.public_id = :session',
    // A day of India begins five and a half hours before it does in UTC.
    filters.from && 'a.created_at >= TIMESTAMP(:from) - INTERVAL 330 MINUTE',
    filters.to && 'a.created_at < TIMESTAMP(:to) + INTERVAL 1 DAY - INTERVAL 330 MINUTE',
  ].filter(Boolean)
  return selectPage<AdmissionRow>(
    {
      columns: `a.public_id AS publicId, a.first_name AS firstName, a.last_name AS lastName, a.state, a.origin,
        c.name AS className, s.name AS sessionName, a.mobile_number AS mobileNumber, a.email,
        a.father_name AS fatherName, a.date_of_birth AS dateOfBirth, a.created_at AS createdAt`,
      from: `admissions a LEFT JOIN classes c ON c.school_id = a.school_id AND c.id = a.class_id
        LEFT JOIN academic_sessions s ON s.school_id = a.school_id AND s.id = a.academic_session_id
        WHERE ${['a.school_id = :schoolId', ...conditions].join(' AND ')}`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), ...filters },
    },
    query,
  )
}

/** How many admissions of the school are in this state. */
export async function countAdmissions(scope: SchoolScope, state: AdmissionState): Promise<number> {
  const row = await selectOne<{ count: number }>(
    'SELECT COUNT(*) AS count FROM admissions WHERE school_id = :schoolId AND state = :state',
    { schoolId: scope.schoolId, state },
  )
  return row?.count ?? 0
}

export interface AdmissionRecord {
  id: number
  publicId: string
  origin: AdmissionOrigin
  state: AdmissionState
  firstName: string
  lastName: string
  gender: Gender
  dateOfBirth: string
  category: Category
  mobileNumber: string
  email: string | null
  fatherName: string
  motherName: string
  address: string
  rte: boolean
  classId: string | null
  className: string | null
  sessionId: string | null
  sessionName: string | null
  previousSchool: string | null
  previousClass: string | null
  previousBoard: string | null
  medium: string | null
  language: Language
  remarks: string | null
  reason: string | null
  decidedBy: string | null
  decidedAt: Date | null
  studentId: string | null
  /** The admission number given last in the school: what the next one is counted from. */
  lastAdmissionNumber: string | null
  createdAt: Date
}

/** One admission of the school with its names, or null. Ids of class, session and student are public ones. */
export async function findAdmission(scope: SchoolScope, publicId: string): Promise<AdmissionRecord | null> {
  const row = await selectOne<Omit<AdmissionRecord, 'rte'> & { rte: number }>(
    `SELECT a.id, a.public_id AS publicId, a.origin, a.state, a.first_name AS firstName, a.last_name AS lastName, a.gender,
       a.date_of_birth AS dateOfBirth, a.category, a.mobile_number AS mobileNumber, a.email, a.father_name AS fatherName,
       a.mother_name AS motherName, a.address, a.rte, c.public_id AS classId, c.name AS className,
       s.public_id AS sessionId, s.name AS sessionName, a.previous_school AS previousSchool,
       a.previous_class AS previousClass, a.previous_board AS previousBoard, a.medium, a.language, a.remarks, a.reason,
       u.name AS decidedBy, a.decided_at AS decidedAt, st.public_id AS studentId, a.created_at AS createdAt,
       (SELECT i.admission_number FROM academic_infos i WHERE i.school_id = a.school_id AND i.admission_number IS NOT NULL
        ORDER BY i.student_id DESC LIMIT 1) AS lastAdmissionNumber
     FROM admissions a
     LEFT JOIN classes c ON c.school_id = a.school_id AND c.id = a.class_id
     LEFT JOIN academic_sessions s ON s.school_id = a.school_id AND s.id = a.academic_session_id
     LEFT JOIN staff_users u ON u.school_id = a.school_id AND u.id = a.decided_by
     LEFT JOIN students st ON st.school_id = a.school_id AND st.id = a.student_id
     WHERE a.school_id = :schoolId AND a.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, rte: row.rte === 1 }
}

export interface Lookalike {
  kind: 'student' | 'admission'
  publicId: string
  firstName: string
  lastName: string
  /** `same`: name and date of birth agree. `sibling`: a student with the same mobile number. */
  reason: 'same' | 'sibling'
}

/** Who this child may be already, and whose brother or sister it may be. */
export function findLookalikes(
  scope: SchoolScope,
  of: Pick<AdmissionRecord, 'id' | 'firstName' | 'lastName' | 'dateOfBirth' | 'mobileNumber'> & {
    studentId: string | null
  },
): Promise<Lookalike[]> {
  const same = `first_name = :firstName AND last_name = :lastName AND date_of_birth = :dateOfBirth`
  return select<Lookalike>(
    `SELECT 'student' AS kind, public_id AS publicId, first_name AS firstName, last_name AS lastName,
       IF(${same}, 'same', 'sibling') AS reason
     FROM students
     WHERE school_id = :schoolId AND public_id <> :studentId AND ((${same}) OR mobile_number = :mobileNumber)
     UNION ALL
     SELECT 'admission', public_id, first_name, last_name, 'same' FROM admissions
     WHERE school_id = :schoolId AND id <> :id AND state = 'pending' AND ${same}
     LIMIT 10`,
    {
      schoolId: scope.schoolId,
      id: of.id,
      studentId: of.studentId ?? '',
      firstName: of.firstName,
      lastName: of.lastName,
      dateOfBirth: of.dateOfBirth,
      mobileNumber: of.mobileNumber,
    },
  )
}

export interface AdmissionEvent {
  action: string
  actorName: string
  at: Date
}

/** What happened to the admission, the newest first. */
export function listAdmissionEvents(scope: SchoolScope, admissionId: number): Promise<AdmissionEvent[]> {
  return select<AdmissionEvent>(
    `SELECT action, actor_name AS actorName, created_at AS at FROM audit_entries
     WHERE school_id = :schoolId AND subject_kind = 'admission' AND subject_id = :admissionId ORDER BY id DESC LIMIT 50`,
    { schoolId: scope.schoolId, admissionId },
  )
}

export interface SeatChoice {
  publicId: string
  className: string
  name: string
  free: number
}

/** Every section with its free seats in the session, those of the class wanted first. */
export function listSeatChoices(
  scope: SchoolScope,
  of: { sessionId: string; classId: string | null },
): Promise<SeatChoice[]> {
  return select<SeatChoice>(
    `SELECT t.public_id AS publicId, c.name AS className, t.name,
       CAST(t.capacity AS SIGNED) - CAST(COALESCE(p.taken, 0) AS SIGNED) AS free
     FROM sections t
     JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     LEFT JOIN academic_sessions a ON a.school_id = t.school_id AND a.public_id = :sessionId
     LEFT JOIN section_seats p ON p.section_id = t.id AND p.academic_session_id = a.id
     WHERE t.school_id = :schoolId
     ORDER BY c.public_id <=> :classId DESC, c.position, c.name, t.name, t.id`,
    { schoolId: scope.schoolId, sessionId: of.sessionId, classId: of.classId },
  )
}
