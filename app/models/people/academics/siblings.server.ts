import { flag, selectRows, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { accountsSharingAName } from '~/models/people/students/options'

const sibling = {
  publicId: text('b.public_id'),
  name: text("TRIM(CONCAT(b.first_name, ' ', b.last_name))"),
  /** Class section in the current session; null if not enrolled. */
  className: textOrNull('c.name'),
  sectionName: textOrNull('t.name'),
  left: flag("b.status = 'left'"),
}

/**
 * Lists other students of the school with the same mobile number, which the portal treats as siblings. A number removed
 * by retention matches none.
 */
export function listSiblings({ schoolId }: SchoolScope, studentPublicId: string) {
  return selectRows(
    sibling,
    `FROM students s
     JOIN students b ON b.school_id = s.school_id AND b.mobile_number = s.mobile_number AND b.id <> s.id
       AND b.mobile_number <> ''
     LEFT JOIN academic_sessions a ON a.school_id = b.school_id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.student_id = b.id AND e.academic_session_id = a.id AND e.status = 'studying'
     LEFT JOIN classes c ON c.id = e.class_id
     LEFT JOIN sections t ON t.id = e.section_id
     WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId
     ORDER BY b.first_name, b.last_name, b.id LIMIT ${accountsSharingAName}`,
    { schoolId, studentPublicId },
  )
}
