import { execute, select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The subjects behind public ids, or null when one of them is not of this school. */
export function idsOfSubjects(scope: SchoolScope, publicIds: readonly string[]): Promise<number[] | null> {
  return idsOf(scope, 'subjects', publicIds)
}

/** The classes behind public ids, or null when one of them is not of this school. */
export function idsOfClasses(scope: SchoolScope, publicIds: readonly string[]): Promise<number[] | null> {
  return idsOf(scope, 'classes', publicIds)
}

async function idsOf(
  scope: SchoolScope,
  table: 'subjects' | 'classes',
  publicIds: readonly string[],
): Promise<number[] | null> {
  const wanted = [...new Set(publicIds)]
  if (wanted.length === 0) return []
  const rows = await select<{ id: number }>(
    `SELECT id FROM ${table} WHERE school_id = :schoolId AND public_id IN (:wanted) ORDER BY id`,
    { schoolId: scope.schoolId, wanted },
  )
  return rows.length === wanted.length ? rows.map((row) => row.id) : null
}

/** A step: the class learns these subjects and no other. */
export async function setSubjectsOfClass(
  scope: SchoolScope,
  classId: number,
  subjectIds: readonly number[],
): Promise<void> {
  const values = { schoolId: scope.schoolId, classId }
  await execute('DELETE FROM class_subjects WHERE school_id = :schoolId AND class_id = :classId', values)
  const pairs = subjectIds.map((subjectId) => ({ classId, subjectId }))
  await addPairs(scope, pairs)
}

/** A step: these classes learn the subject and no other. */
export async function setClassesOfSubject(
  scope: SchoolScope,
  subjectId: number,
  classIds: readonly number[],
): Promise<void> {
  const values = { schoolId: scope.schoolId, subjectId }
  await execute('DELETE FROM class_subjects WHERE school_id = :schoolId AND subject_id = :subjectId', values)
  const pairs = classIds.map((classId) => ({ classId, subjectId }))
  await addPairs(scope, pairs)
}

async function addPairs(
  scope: SchoolScope,
  pairs: ReadonlyArray<{ classId: number; subjectId: number }>,
): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs.map((_, index) => `(:schoolId, :class${index}, :subject${index})`)
  const values = pairs.flatMap(({ classId, subjectId }, index) => [
    [`class${index}`, classId],
    [`subject${index}`, subjectId],
  ])
  // Two clerks may say the same at once.
  await execute(
    `INSERT INTO class_subjects (school_id, class_id, subject_id) VALUES ${rows.join(', ')}
     ON DUPLICATE KEY UPDATE school_id = VALUES(school_id)`,
    { schoolId: scope.schoolId, ...Object.fromEntries(values) },
  )
}
