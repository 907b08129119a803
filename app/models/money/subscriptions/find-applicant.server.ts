import { number, selectRow, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

const columns = {
  id: number('s.id'),
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  gender: text('s.gender'),
  emergencyContact: textOrNull('i.emergency_contact_number'),
}

/** Returns the student on whose behalf the office applies, by public id, or null. */
export function findApplicant({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(
    columns,
    `FROM students s LEFT JOIN additional_infos i ON i.student_id = s.id
     WHERE s.school_id = :schoolId AND s.public_id = :publicId`,
    { schoolId, publicId },
  )
}
