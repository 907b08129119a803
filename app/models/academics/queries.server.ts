import { select, selectOne, type Tx } from '~/database/connection.server'
import { pageCount } from '~/models/shared/paging'
import type { SchoolScope } from '~/models/shared/scope.server'
import { largestPosition, rowsPerPage } from './options'

export interface Page<Row> {
  rows: Row[]
  total: number
  page: number
  pages: number
}

export interface ListWish {
  search: string
  page: number
}

/** The text as a LIKE pattern that finds it anywhere (`ESCAPE '!'`). */
export function containing(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`
}

export interface SessionRow {
  publicId: string
  name: string
  startsOn: string
  endsOn: string
  isCurrent: boolean
  students: number
}

/** Academic sessions, the newest first, with how many students each has. */
export async function listSessions(scope: SchoolScope, wish: ListWish): Promise<Page<SessionRow>> {
  const values = { schoolId: scope.schoolId, search: containing(wish.search) }
  const total = await countRows(
    `academic_sessions t WHERE t.school_id = :schoolId AND t.name LIKE :search ESCAPE '!'`,
    values,
  )
  const { page, pages, offset } = place(wish.page, total)
  const rows = await select<Omit<SessionRow, 'isCurrent'> & { isCurrent: number }>(
    `SELECT t.public_id AS publicId, t.name, t.starts_on AS startsOn, t.ends_on AS endsOn, t.is_current AS isCurrent,
       (SELECT COUNT(*) FROM enrollments e WHERE e.school_id = t.school_id AND e.academic_session_id = t.id) AS students
     FROM academic_sessions t WHERE t.school_id = :schoolId AND t.name LIKE :search ESCAPE '!'
     ORDER BY t.starts_on DESC, t.id DESC LIMIT ${rowsPerPage} OFFSET :offset`,
    { ...values, offset },
  )
  return { rows: rows.map((row) => ({ ...row, isCurrent: row.isCurrent === 1 })), total, page, pages }
}

export interface ClassRow {
  publicId: string
  name: string
  position: number
  sections: number
  /** In the current session. */
  students: number
}

/** Classes in the school's own order. */
export async function listClasses(scope: SchoolScope, wish: ListWish): Promise<Page<ClassRow>> {
  const values = { schoolId: scope.schoolId, search: containing(wish.search) }
  const total = await countRows(`classes t WHERE t.school_id = :schoolId AND t.name LIKE :search ESCAPE '!'`, values)
  const { page, pages, offset } = place(wish.page, total)
  const rows = await select<ClassRow>(
    `SELECT t.public_id AS publicId, t.name, t.position,
       (SELECT COUNT(*) FROM sections s WHERE s.school_id = t.school_id AND s.class_id = t.id) AS sections,
       (SELECT COUNT(*) FROM academic_sessions a JOIN enrollments e ON e.school_id = a.school_id
          AND e.academic_session_id = a.id AND e.class_id = t.id
        WHERE a.school_id = t.school_id AND a.is_current = 1) AS students
     FROM classes t WHERE t.school_id = :schoolId AND t.name LIKE :search ESCAPE '!'
     ORDER BY t.position, t.name, t.id LIMIT ${rowsPerPage} OFFSET :offset`,
    { ...values, offset },
  )
  return { rows, total, page, pages }
}

export interface SectionRow {
  publicId: string
  className: string
  name: string
  capacity: number
  /** Seats taken in the current session. */
  taken: number
}

/** Sections by class, with the seats taken in the current session. */
export async function listSections(
  scope: SchoolScope,
  wish: ListWish & { classId: string },
): Promise<Page<SectionRow>> {
  const values = { schoolId: scope.schoolId, search: containing(wish.search), classId: wish.classId }
  const from = `sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     WHERE t.school_id = :schoolId AND CONCAT(c.name, ' ', t.name) LIKE :search ESCAPE '!'
       AND (:classId = '' OR c.public_id = :classId)`
  const total = await countRows(from, values)
  const { page, pages, offset } = place(wish.page, total)
  const rows = await select<SectionRow>(
    `SELECT t.public_id AS publicId, c.name AS className, t.name, t.capacity,
       CAST(COALESCE((SELECT p.taken FROM section_seats p JOIN academic_sessions a ON a.id = p.academic_session_id
                      WHERE p.section_id = t.id AND a.school_id = t.school_id AND a.is_current = 1), 0) AS SIGNED) AS taken
     FROM ${from} ORDER BY c.position, c.name, t.name, t.id LIMIT ${rowsPerPage} OFFSET :offset`,
    { ...values, offset },
  )
  return { rows, total, page, pages }
}

async function countRows(from: string, values: Record<string, string | number>): Promise<number> {
  return (await selectOne<{ total: number }>(`SELECT COUNT(*) AS total FROM ${from}`, values))?.total ?? 0
}

function place(wanted: number, total: number): { page: number; pages: number; offset: number } {
  const pages = pageCount(total, rowsPerPage)
  const page = Math.min(wanted, pages)
  return { page, pages, offset: (page - 1) * rowsPerPage }
}

export interface SessionRecord {
  id: number
  publicId: string
  name: string
  startsOn: string
  endsOn: string
  isCurrent: boolean
}

export async function findSession(scope: SchoolScope, publicId: string, tx?: Tx): Promise<SessionRecord | null> {
  const row = await selectOne<Omit<SessionRecord, 'isCurrent'> & { isCurrent: number }>(
    `SELECT id, public_id AS publicId, name, starts_on AS startsOn, ends_on AS endsOn, is_current AS isCurrent
     FROM academic_sessions WHERE school_id = :schoolId AND public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
    tx,
  )
  return row && { ...row, isCurrent: row.isCurrent === 1 }
}

export interface ClassRecord {
  id: number
  publicId: string
  name: string
  position: number
}

export function findClass(scope: SchoolScope, publicId: string, tx?: Tx): Promise<ClassRecord | null> {
  return selectOne<ClassRecord>(
    'SELECT id, public_id AS publicId, name, position FROM classes WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
    tx,
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

export function findSection(scope: SchoolScope, publicId: string, tx?: Tx): Promise<SectionRecord | null> {
  return selectOne<SectionRecord>(
    `SELECT t.id, t.public_id AS publicId, t.name, t.capacity, c.id AS classId, c.public_id AS classPublicId,
       c.name AS className
     FROM sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
    tx,
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

/** What would be left hanging if a session, class or section went away. */
export interface Dependents {
  students: number
  sections: number
  fees: number
}

/** Counts what stands in the way of deleting; the foreign keys decide, this finds the words. */
export async function findDependents(
  scope: SchoolScope,
  of: { kind: 'session' | 'class' | 'section'; id: number },
): Promise<Dependents> {
  const column = { session: 'academic_session_id', class: 'class_id', section: 'section_id' }[of.kind]
  const values = { schoolId: scope.schoolId, id: of.id }
  const row = await selectOne<Dependents>(
    `SELECT (SELECT COUNT(DISTINCT student_id) FROM enrollments WHERE school_id = :schoolId AND ${column} = :id) AS students,
       ${of.kind === 'class' ? '(SELECT COUNT(*) FROM sections WHERE school_id = :schoolId AND class_id = :id)' : '0'} AS sections,
       ${of.kind === 'section' ? '0' : `(SELECT COUNT(*) FROM fees WHERE school_id = :schoolId AND ${column} = :id)`} AS fees`,
    values,
  )
  return row ?? { students: 0, sections: 0, fees: 0 }
}

/** The position after the school's last class, for the next one. */
export async function nextPosition(scope: SchoolScope): Promise<number> {
  const row = await selectOne<{ next: number }>(
    'SELECT COALESCE(MAX(position), 0) + 1 AS next FROM classes WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return Math.min(Number(row?.next ?? 1), largestPosition)
}
