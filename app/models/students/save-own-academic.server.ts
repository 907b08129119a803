import { inTransaction } from '~/database/transaction.server'
import type { StudentScope } from '~/models/shared/scope.server'
import type { OwnAcademicFields } from './academic-schema'
import { type Opened, openForSaving, type SaveOutcome } from './opened-section.server'
import { writeFields } from './write-fields.server'

/** The student's own save of Academic Information. Admission number and date are the office's (decisions, section 5). */
export function saveOwnAcademic(
  scope: StudentScope,
  publicId: string,
  fields: OwnAcademicFields,
  opened: Opened,
): Promise<SaveOutcome> {
  const values = {
    admission_class: fields.admission_class,
    medium: fields.medium,
    previous_school: fields.previous_school ?? null,
    previous_board: fields.previous_board ?? null,
    previous_class: fields.previous_class ?? null,
    previous_year: fields.previous_year ?? null,
    previous_result: fields.previous_result ?? null,
    previous_school_address: fields.previous_school_address ?? null,
  }
  return inTransaction(async () => {
    const found = await openForSaving(scope, publicId, opened, values)
    if (!('student' in found)) return found
    await writeFields(scope, found.student, 'academic', found.values)
    return { ok: true }
  })
}
