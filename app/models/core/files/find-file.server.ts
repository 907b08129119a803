import { selectRow, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import type { SchoolScope, StudentScope, VisitorScope } from '~/models/core/shared/scope.server'
import { StoredFile } from './tables.server'

const fileColumns = {
  key: text('f.storage_key'),
  ...columnsOf(StoredFile, 'f', 'fileName', 'contentType', 'sizeBytes', 'visibility'),
}

/**
 * Finds a stored file that this reader may see, or null: everyone sees public files, students see their own files, and
 * a school's staff sees all files of the school. Files of a suspended school are hidden.
 */
export function findFile(scope: SchoolScope | StudentScope | VisitorScope, key: string) {
  const { rule, values } = readable(scope)
  return selectRow(
    fileColumns,
    `FROM files f WHERE f.storage_key = :key AND f.state = 'kept' AND (f.visibility = 'public' OR ${rule})
       AND ${isSchoolOpen('f.school_id')}`,
    { key, ...values },
  )
}

function readable(scope: SchoolScope | StudentScope | VisitorScope): { rule: string; values: Record<string, number> } {
  if ('studentId' in scope) {
    const { schoolId, studentId } = scope
    const rule = `(visibility = 'student' AND school_id = :schoolId AND student_id = :studentId)`
    return { rule, values: { schoolId, studentId } }
  }
  if ('schoolId' in scope) return { rule: 'school_id = :schoolId', values: { schoolId: scope.schoolId } }
  return { rule: 'FALSE', values: {} }
}
