import { selectRow, textOrNull } from '~/database/database.server'
import type { ForStudent } from '~/models/money/ledger/locks.server'
import type { DraftFields } from './draft-options'

const family = {
  guardianName: textOrNull('g.guardian_name'),
  guardianMobile: textOrNull('g.guardian_mobile'),
  fatherName: textOrNull('g.father_name'),
  fatherMobile: textOrNull('g.father_mobile'),
  motherName: textOrNull('g.mother_name'),
  motherMobile: textOrNull('g.mother_mobile'),
  address: textOrNull('d.address'),
  emergency: textOrNull('i.emergency_contact_number'),
}

/**
 * Initial values of step 2 from the student's profile: guardian, else father, else mother, with their number; address
 * and emergency number as stored.
 */
export async function suggestGuardian(scope: ForStudent): Promise<DraftFields> {
  const found = await selectRow(
    family,
    `FROM students s LEFT JOIN guardians g ON g.student_id = s.id LEFT JOIN student_addresses d ON d.student_id = s.id
     LEFT JOIN additional_infos i ON i.student_id = s.id
     WHERE s.school_id = :schoolId AND s.id = :studentId`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  if (!found) return {}
  const who = found.guardianName ? 'guardian' : found.fatherName ? 'father' : 'mother'
  return {
    guardian_name: found[`${who}Name`] ?? '',
    guardian_phone: found[`${who}Mobile`] ?? '',
    guardian_email: '',
    guardian_address: found.address ?? '',
    emergency_contact: found.emergency ?? '',
  }
}
