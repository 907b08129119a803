import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'

export interface SubjectRow {
  publicId: string
  name: string
  code: string | null
  /** The classes that learn it, by name and in the school's order; null for none. */
  classNames: string | null
}

export const subjectSorts = ['name', 'code'] as const

const orders: Record<(typeof subjectSorts)[number], readonly string[]> = {
  name: ['t.name', 't.id'],
  code: ['t.code IS NULL', 't.code', 't.name', 't.id'],
}

const classNames = `(SELECT GROUP_CONCAT(c.name ORDER BY c.position, c.name SEPARATOR ', ') FROM class_subjects l
       JOIN classes c ON c.id = l.class_id WHERE l.school_id = t.school_id AND l.subject_id = t.id)`

/** Subjects with the classes that learn them. */
export function listSubjects(
  scope: SchoolScope,
  query: ListQuery<(typeof subjectSorts)[number]> & { classId: string },
): Promise<Page<SubjectRow>> {
  return selectPage<SubjectRow>(
    {
      columns: `t.public_id AS publicId, t.name, t.code, ${classNames} AS classNames`,
      from: `subjects t WHERE t.school_id = :schoolId
         AND (t.name LIKE :search ESCAPE '!' OR t.code LIKE :search ESCAPE '!')
         AND (:classId = '' OR EXISTS (SELECT 1 FROM class_subjects l JOIN classes c ON c.id = l.class_id
           WHERE l.school_id = t.school_id AND l.subject_id = t.id AND c.public_id = :classId))`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), classId: query.classId },
    },
    query,
  )
}

export interface SubjectRecord {
  id: number
  publicId: string
  name: string
  code: string | null
}

export function findSubject(scope: SchoolScope, publicId: string): Promise<SubjectRecord | null> {
  return selectOne<SubjectRecord>(
    'SELECT id, public_id AS publicId, name, code FROM subjects WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
  )
}

export interface NamedThing {
  publicId: string
  name: string
}

/** The subjects that a class learns. */
export function subjectsOfClass(scope: SchoolScope, classId: number): Promise<NamedThing[]> {
  return select<NamedThing>(
    `SELECT t.public_id AS publicId, t.name FROM class_subjects l JOIN subjects t ON t.id = l.subject_id
     WHERE l.school_id = :schoolId AND l.class_id = :classId ORDER BY t.name, t.id`,
    { schoolId: scope.schoolId, classId },
  )
}

/** The classes that learn a subject. */
export function classesOfSubject(scope: SchoolScope, subjectId: number): Promise<NamedThing[]> {
  return select<NamedThing>(
    `SELECT c.public_id AS publicId, c.name FROM class_subjects l JOIN classes c ON c.id = l.class_id
     WHERE l.school_id = :schoolId AND l.subject_id = :subjectId ORDER BY c.position, c.name, c.id`,
    { schoolId: scope.schoolId, subjectId },
  )
}

/** Every subject of the school to choose from. */
export function subjectChoices(scope: SchoolScope): Promise<NamedThing[]> {
  return select<NamedThing>(
    'SELECT public_id AS publicId, name FROM subjects WHERE school_id = :schoolId ORDER BY name, id',
    { schoolId: scope.schoolId },
  )
}
