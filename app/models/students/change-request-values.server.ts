import { execute, selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { ChangeableField } from './change-request-options'
import type { Section } from './options'
import { noteChange } from './write-fields.server'

/** Where each fact has its one home. */
const homes: Record<ChangeableField, { table: 'students' | 'guardians'; key: 'id' | 'student_id'; section: Section }> =
  {
    first_name: { table: 'students', key: 'id', section: 'student' },
    last_name: { table: 'students', key: 'id', section: 'student' },
    date_of_birth: { table: 'students', key: 'id', section: 'student' },
    category: { table: 'students', key: 'id', section: 'student' },
    father_name: { table: 'guardians', key: 'student_id', section: 'parent' },
    mother_name: { table: 'guardians', key: 'student_id', section: 'parent' },
  }

/** SQL for today's value of `r.field` for the student `s` with guardians `g`. */
export const currentValueSql = `CASE r.field WHEN 'first_name' THEN s.first_name WHEN 'last_name' THEN s.last_name
  WHEN 'date_of_birth' THEN DATE_FORMAT(s.date_of_birth, '%Y-%m-%d') WHEN 'category' THEN s.category
  WHEN 'father_name' THEN COALESCE(g.father_name, '') ELSE COALESCE(g.mother_name, '') END`

/** The value that stands today; '' where nothing is known. Locks the student's row. */
export async function readChangeable(
  scope: SchoolScope | StudentScope,
  studentId: number,
  field: ChangeableField,
): Promise<string> {
  const values = { schoolId: scope.schoolId, studentId }
  await selectOne('SELECT id FROM students WHERE school_id = :schoolId AND id = :studentId FOR UPDATE', values)
  const { table, key } = homes[field]
  const row = await selectOne<{ value: string }>(
    `SELECT CAST(${field} AS CHAR) AS value FROM ${table} WHERE school_id = :schoolId AND ${key} = :studentId`,
    values,
  )
  return row?.value ?? ''
}

/** Writes the value and notes the change, so that a clerk with the student's form open is told of it. The row must be locked. */
export async function writeChangeable(
  scope: SchoolScope,
  studentId: number,
  field: ChangeableField,
  value: { from: string; to: string },
): Promise<void> {
  const { table, key, section } = homes[field]
  const owner = { schoolId: scope.schoolId, studentId }
  await execute(
    `UPDATE ${table} SET ${field} = :value, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND ${key} = :studentId`,
    { ...owner, value: value.to },
  )
  const student = await selectOne<{ id: number; version: number }>(
    'SELECT id, version FROM students WHERE school_id = :schoolId AND id = :studentId',
    owner,
  )
  if (student) await noteChange(scope, student, section, [{ field, ...value }])
}
