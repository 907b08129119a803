import { insertRows } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Student } from '../tables.server'
import { homes, type NewValues, sectionTables, storedText } from './sections.server'
import type { StudentFields } from './student-fields.server'

/**
 * Runs in an admission's transaction: inserts the student with parents, address and other fields. May violate the
 * unique key `students_enrollment_number`.
 */
export async function insertStudent(scope: SchoolScope, fields: Partial<StudentFields> & { admission_class?: string }) {
  const values: Record<string, NewValues[string] | undefined> = { ...fields }
  const ofTable = (table: (typeof sectionTables)[number]) => Object.keys(homes[table]).filter((name) => name in values)
  const studentValues = Object.fromEntries(ofTable('students').map((name) => [name, values[name]]))
  const publicId = newPublicId()
  const { id } = await Student.create({ publicId, schoolId: scope.schoolId, ...studentValues })
  for (const table of sectionTables.filter((one) => one !== 'students')) {
    const names = ofTable(table)
    if (names.every((name) => (values[name] ?? null) === null)) continue
    const cells = names.map((name) => storedText(values[name]))
    await insertRows(
      table,
      ['student_id', 'school_id', 'updated_at', ...names],
      [[id, scope.schoolId, new Date(), ...cells]],
    )
  }
  return { id, publicId }
}
