import { inTransaction } from '~/database/transaction.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { AcademicFields } from './academic-schema'
import { type Opened, openForSaving, type SaveOutcome } from './opened-section.server'
import { writeFields } from './write-fields.server'

/** Saves admission and previous school. Admission numbers are the school's own: no two students have the same. */
export async function saveAcademic(
  scope: SchoolScope,
  publicId: string,
  fields: AcademicFields,
  opened: Opened,
): Promise<SaveOutcome<'admission-number-taken'>> {
  const values = {
    admission_class: fields.admission_class,
    admission_date: fields.admission_date,
    admission_number: fields.admission_number,
    medium: fields.medium,
    previous_school: fields.previous_school ?? null,
    previous_board: fields.previous_board ?? null,
    previous_class: fields.previous_class ?? null,
    previous_year: fields.previous_year ?? null,
    previous_result: fields.previous_result ?? null,
    previous_school_address: fields.previous_school_address ?? null,
  }
  return inTransaction(
    async () => {
      const found = await openForSaving(scope, publicId, opened, values)
      if (!('student' in found)) return found
      await writeFields(scope, found.student, 'academic', found.values)
      return { ok: true }
    },
    {
      academic_infos_admission_number: 'admission-number-taken',
    },
  )
}
