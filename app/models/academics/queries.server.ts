import { select, selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { largestPosition } from './options'

export interface SessionRow {
  publicId: string
  name: string
  startsOn: string
  endsOn: string
  isCurrent: boolean
  students: number
}

export const sessionSorts = ['newest', 'name', 'students'] as const

const sessionOrders: Record<(typeof sessionSorts)[number], readonly string[]> = {
  newest: ['-TO_DAYS(t.starts_on)', 't.id'],
  name: ['t.name', 't.id'],
  students: ['students', 't.name', 't.id'],
}

/** Academic sessions, the newest first, with how many students each has. */
export function listSessions(
  scope: SchoolScope,
  query: ListQuery<(typeof sessionSorts)[number]>,
): Promise<Page<SessionRow>> {
  return selectPage<Stored<SessionRow>, SessionRow>(
    {
      columns: `t.public_id AS publicId, t.name, t.starts_on AS startsOn, t.ends_on AS endsOn, t.is_current AS isCurrent,
       (SELECT COUNT(*) FROM enrollments e WHERE e.school_id = t.school_id AND e.academic_session_id = t.id
          AND e.status = 'studying') AS students`,
      from: `academic_sessions t WHERE t.school_id = :schoolId AND t.name LIKE :search ESCAPE '!'`,
      order: sessionOrders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search) },
      read: (row) => ({ ...row, isCurrent: Boolean(row.isCurrent) }),
    },
    query,
  )
}

export interface ClassRow {
  publicId: string
  name: string
  position: number
  sections: number
  /** In the current session. */
  students: number
}

export const classSorts = ['position', 'name', 'students'] as const

const classOrders: Record<(typeof classSorts)[number], readonly string[]> = {
  position: ['t.position', 't.name', 't.id'],
  name: ['t.name', 't.id'],
  students: ['students', 't.position', 't.id'],
}

/** Classes, in the school's own order unless another is chosen. */
export function listClasses(
  scope: SchoolScope,
  query: ListQuery<(typeof classSorts)[number]>,
): Promise<Page<ClassRow>> {
  return selectPage<ClassRow>(
    {
      columns: `t.public_id AS publicId, t.name, t.position,
       (SELECT COUNT(*) FROM sections s WHERE s.school_id = t.school_id AND s.class_id = t.id) AS sections,
       (SELECT COUNT(*) FROM academic_sessions a JOIN enrollments e ON e.school_id = a.school_id
          AND e.academic_session_id = a.id AND e.class_id = t.id AND e.status = 'studying'
          JOIN students s ON s.id = e.student_id AND s.status <> 'left'
        WHERE a.school_id = t.school_id AND a.is_current = 1) AS students`,
      from: `classes t WHERE t.school_id = :schoolId AND t.name LIKE :search ESCAPE '!'`,
      order: classOrders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search) },
    },
    query,
  )
}

export interface SessionRecord {
  id: number
  publicId: string
  name: string
  startsOn: string
  endsOn: string
  isCurrent: boolean
}

export async function findSession(scope: SchoolScope, publicId: string): Promise<SessionRecord | null> {
  const row = await selectOne<Omit<SessionRecord, 'isCurrent'> & { isCurrent: number }>(
    `SELECT id, public_id AS publicId, name, starts_on AS startsOn, ends_on AS endsOn, is_current AS isCurrent
     FROM academic_sessions WHERE school_id = :schoolId AND public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, isCurrent: row.isCurrent === 1 }
}

export interface ClassRecord {
  id: number
  publicId: string
  name: string
  position: number
}

export function findClass(scope: SchoolScope, publicId: string): Promise<ClassRecord | null> {
  return selectOne<ClassRecord>(
    'SELECT id, public_id AS publicId, name, position FROM classes WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
  )
}

export interface SectionRecord {
  id: number
  publicId: string
  name: string
  capacity: number
  classId: number
  classPublicId: string
  className: string
}

export function findSection(scope: SchoolScope, publicId: string): Promise<SectionRecord | null> {
  return selectOne<SectionRecord>(
    `SELECT t.id, t.public_id AS publicId, t.name, t.capacity, c.id AS classId, c.public_id AS classPublicId,
       c.name AS className
     FROM sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

export interface SessionChoice {
  publicId: string
  name: string
  isCurrent: boolean
  startsOn: string
  endsOn: string
}

/** Every academic session to choose from, the current one first. */
export async function sessionChoices(scope: SchoolScope): Promise<SessionChoice[]> {
  const rows = await select<Omit<SessionChoice, 'isCurrent'> & { isCurrent: number }>(
    `SELECT public_id AS publicId, name, is_current AS isCurrent, starts_on AS startsOn, ends_on AS endsOn
     FROM academic_sessions WHERE school_id = :schoolId ORDER BY is_current DESC, starts_on DESC, id DESC`,
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => ({ ...row, isCurrent: row.isCurrent === 1 }))
}

export function classChoices(scope: SchoolScope): Promise<Array<{ publicId: string; name: string }>> {
  return select(
    'SELECT public_id AS publicId, name FROM classes WHERE school_id = :schoolId ORDER BY position, name, id',
    { schoolId: scope.schoolId },
  )
}

export interface SectionChoice {
  publicId: string
  className: string
  name: string
  capacity: number
  /** Seats taken in the current session. */
  taken: number
}

/** Every section to choose from, by class. */
export function sectionChoices(scope: SchoolScope): Promise<SectionChoice[]> {
  return select<SectionChoice>(
    `SELECT t.public_id AS publicId, c.name AS className, t.name, t.capacity, CAST(COALESCE(p.taken, 0) AS SIGNED) AS taken
     FROM sections t
     JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     LEFT JOIN academic_sessions a ON a.school_id = t.school_id AND a.is_current = 1
     LEFT JOIN section_seats p ON p.section_id = t.id AND p.academic_session_id = a.id
     WHERE t.school_id = :schoolId ORDER BY c.position, c.name, t.name, t.id`,
    { schoolId: scope.schoolId },
  )
}

/** The position after the school's last class, for the next one. */
export async function nextPosition(scope: SchoolScope): Promise<number> {
  const row = await selectOne<{ next: number }>(
    'SELECT COALESCE(MAX(position), 0) + 1 AS next FROM classes WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return Math.min(Number(row?.next ?? 1), largestPosition)
}

/** The month in which the school's year begins; April unless its settings say otherwise. */
export async function yearStartsMonth(scope: SchoolScope | StudentScope): Promise<number> {
  const row = await selectOne<{ month: number }>(
    'SELECT year_starts_month AS month FROM school_settings WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return row?.month ?? 4
}
