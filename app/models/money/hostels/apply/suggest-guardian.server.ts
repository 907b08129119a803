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
  const familyRow = await selectRow(
    family,
    `FROM students s LEFT JOIN guardians g ON g.student_id = s.id LEFT JOIN student_addresses d ON d.student_id = s.id
     LEFT JOIN additional_infos i ON i.student_id = s.id
     WHERE s.school_id = :schoolId AND s.id = :studentId`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  if (!familyRow) return {}
  const who = familyRow.guardianName ? 'guardian' : familyRow.fatherName ? 'father' : 'mother'
  return {
    guardian_name: familyRow[`${who}Name`] ?? '',
    guardian_phone: familyRow[`${who}Mobile`] ?? '',
    guardian_email: '',
    guardian_address: familyRow.address ?? '',
    emergency_contact: familyRow.emergency ?? '',
  }
}
