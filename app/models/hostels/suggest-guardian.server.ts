import { selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import type { DraftFields } from './draft-options'

interface Family {
  guardianName: string | null
  guardianMobile: string | null
  fatherName: string | null
  fatherMobile: string | null
  motherName: string | null
  motherMobile: string | null
  address: string | null
  emergency: string | null
}

/**
 * What step 2 begins with, from the student's own profile: the guardian, else the father, else the mother, with their number; the address
 * and the emergency number as they stand there.
 */
export async function suggestGuardian(scope: StudentScope): Promise<DraftFields> {
  const family = await selectOne<Family>(
    `SELECT g.guardian_name AS guardianName, g.guardian_mobile AS guardianMobile, g.father_name AS fatherName,
       g.father_mobile AS fatherMobile, g.mother_name AS motherName, g.mother_mobile AS motherMobile, d.address,
       i.emergency_contact_number AS emergency
     FROM students s LEFT JOIN guardians g ON g.student_id = s.id LEFT JOIN student_addresses d ON d.student_id = s.id
     LEFT JOIN additional_infos i ON i.student_id = s.id
     WHERE s.school_id = :schoolId AND s.id = :studentId`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  if (!family) return {}
  const [name, mobile] = family.guardianName
    ? [family.guardianName, family.guardianMobile]
    : family.fatherName
      ? [family.fatherName, family.fatherMobile]
      : [family.motherName, family.motherMobile]
  return {
    guardian_name: name ?? '',
    guardian_phone: mobile ?? '',
    guardian_email: '',
    guardian_address: family.address ?? '',
    emergency_contact: family.emergency ?? '',
  }
}
