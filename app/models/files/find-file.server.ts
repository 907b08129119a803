import { selectOne } from '~/database/database.server'
import type { SchoolScope, StudentScope, VisitorScope } from '~/models/shared/scope.server'
import type { FileVisibility } from './tables.server'

export interface FileView {
  key: string
  fileName: string
  contentType: string
  sizeBytes: number
  visibility: FileVisibility
}

/**
 * A kept file that this reader may see, or null: everybody sees public ones, a student the own ones, a school's staff all of
 * the school.
 */
export function findFile(scope: SchoolScope | StudentScope | VisitorScope, key: string): Promise<FileView | null> {
  const { rule, values } = readable(scope)
  return selectOne<FileView>(
    `SELECT storage_key AS \`key\`, file_name AS fileName, content_type AS contentType, size_bytes AS sizeBytes, visibility
     FROM files WHERE storage_key = :key AND state = 'kept' AND (visibility = 'public' OR ${rule})`,
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
