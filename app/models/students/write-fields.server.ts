import { insertRows } from '~/database/bulk.server'
import { execute } from '~/database/connection.server'
import { recordAudits } from '~/models/audit/record-audit.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { type SectionValues, storedText } from './find-sections.server'
import type { Section } from './options'
import { type SectionTable, tableOf } from './section-fields.server'

/** New values by field; null clears. A field that is left out stays as it is. */
export type NewValues = Record<string, string | boolean | null>

/** Fields whose old and new values the audit log may tell; of all others it has the names. */
const identityFields = new Set([
  'first_name',
  'last_name',
  'father_name',
  'mother_name',
  'date_of_birth',
  'category',
  'rte',
  'email',
  'mobile_number',
])

/** Numbers that are named when they change, but never told. */
const isSecret = (field: string) => field.endsWith('_aadhar')
/** Goes with its number and is no fact of its own. */
const isShadow = (field: string) => field.endsWith('_aadhar_end')

/**
 * A step of every change of a student's sections: writes what differs, counts the version up, notes who changed what for
 * those who have an older page open, and tells the audit log. The student's row must be locked.
 * @returns the names of the fields that changed
 */
export async function writeFields(
  scope: SchoolScope | StudentScope,
  student: { id: number; version: number; values: SectionValues },
  section: Section,
  values: NewValues,
): Promise<string[]> {
  const changed = Object.keys(values).filter(
    (field) => isSecret(field) || storedText(values[field]) !== (student.values[field] ?? null),
  )
  if (changed.length === 0) return []
  const byTable = new Map<SectionTable, string[]>()
  for (const field of changed) byTable.set(tableOf(field), [...(byTable.get(tableOf(field)) ?? []), field])
  for (const [table, fields] of byTable) await writeTable(scope, student.id, table, fields, values)
  const told = changed.filter((field) => !isShadow(field))
  await noteChange(
    scope,
    student,
    section,
    told.map((field) => ({
      field,
      from: isSecret(field) ? null : (student.values[field] ?? null),
      to: isSecret(field) ? null : storedText(values[field]),
    })),
  )
  return told
}

interface Change {
  field: string
  from: string | null
  to: string | null
}

/** A step: counts the version of a locked student up and says who changed what, to the next who saves and to the audit log. */
export function noteChange(
  scope: SchoolScope | StudentScope,
  student: { id: number; version: number },
  section: Section,
  changes: readonly Change[],
): Promise<void> {
  return noteChanges(scope, [{ student, changes }], section)
}

/** The same for many students at once. */
export async function noteChanges(
  scope: SchoolScope | StudentScope,
  changed: ReadonlyArray<{ student: { id: number; version: number }; changes: readonly Change[] }>,
  section: Section | 'import',
): Promise<void> {
  if (changed.length === 0) return
  const owner = { schoolId: scope.schoolId, studentIds: changed.map(({ student }) => student.id) }
  await execute(
    `UPDATE students SET version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id IN (:studentIds)`,
    owner,
  )
  await execute(
    `DELETE FROM student_changes
     WHERE school_id = :schoolId AND student_id IN (:studentIds) AND changed_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY`,
    owner,
  )
  const now = new Date()
  await insertRows(
    'student_changes',
    ['school_id', 'student_id', 'version', 'field', 'old_value', 'new_value', 'changed_by', 'changed_at'],
    changed.flatMap(({ student, changes }) =>
      changes.map(({ field, from, to }) => [
        scope.schoolId,
        student.id,
        student.version + 1,
        field,
        from,
        to,
        scope.actor.name,
        now,
      ]),
    ),
  )
  await recordAudits(
    scope,
    changed.map(({ student, changes }) => ({
      action: 'student.updated',
      subject: { kind: 'student', id: student.id },
      details: { section, changed: changes.map(({ field }) => field).join(' '), ...identityOf(changes) },
    })),
  )
}

function identityOf(changes: readonly Change[]): Record<string, string> {
  return Object.fromEntries(
    changes
      .filter(({ field }) => identityFields.has(field))
      .map(({ field, from, to }) => [field, `${from ?? ''} → ${to ?? ''}`]),
  )
}

async function writeTable(
  scope: SchoolScope | StudentScope,
  studentId: number,
  table: SectionTable,
  fields: readonly string[],
  values: NewValues,
): Promise<void> {
  const replacements = {
    schoolId: scope.schoolId,
    studentId,
    ...Object.fromEntries(fields.map((field) => [field, values[field] ?? null])),
  }
  const setting = [...fields.map((field) => `${field} = :${field}`), 'updated_at = UTC_TIMESTAMP(3)'].join(', ')
  // The other rows are made with the student. Only the key of the row itself may clash here: an update of whatever clashes
  // would meet the student who has the same admission number.
  if (table === 'academic_infos' || table === 'additional_infos') {
    await execute(
      `INSERT INTO ${table} (student_id, school_id, updated_at) VALUES (:studentId, :schoolId, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE student_id = :studentId`,
      { schoolId: scope.schoolId, studentId },
    )
  }
  const key = table === 'students' ? 'id' : 'student_id'
  await execute(`UPDATE ${table} SET ${setting} WHERE school_id = :schoolId AND ${key} = :studentId`, replacements)
}
