import { execute } from '~/database/database.server'
import type { DocumentKind } from '~/models/people/students/documents.server'
import { insert } from './insert'
import { readRow } from './read'
import type { MadeStudent } from './student'

/** Stores a file as one of the student's documents; returns its key. */
export async function makeDocument(
  student: Pick<MadeStudent, 'id' | 'schoolId'>,
  key: string,
  kind: DocumentKind = 'birth_certificate',
): Promise<string> {
  const file = await readRow<{ id: number }>('SELECT id FROM files WHERE storage_key = :key', { key })
  await insert('student_documents', {
    school_id: student.schoolId,
    student_id: student.id,
    kind,
    position: 0,
    file_id: file?.id ?? 0,
    created_at: new Date(),
  })
  return key
}

/** Fills in most of the demo student's profile: address, parents, previous school, travel. */
export async function makeDemoProfile(student: Pick<MadeStudent, 'id' | 'schoolId'>): Promise<void> {
  const owner = { studentId: student.id, schoolId: student.schoolId }
  await execute(
    `UPDATE student_addresses SET permanent_house_no = '7', permanent_street = 'Shanti Nagar', pin = '380013',
       permanent_state = 'Gujarat', permanent_district = 'Ahmedabad', permanent_post_office = 'Naranpura',
       permanent_area_type = 'nagar_nigam', permanent_nagar_nigam_name = 'Ahmedabad', permanent_zone_name = 'West',
       permanent_nagar_nigam_ward = '12', distance_from_school = '2.5'
     WHERE school_id = :schoolId AND student_id = :studentId`,
    owner,
  )
  await execute(
    `UPDATE guardians SET father_occupation = 'Shopkeeper', father_mobile = '9825012345', father_education = 'B.Com.',
       mother_occupation = 'Teacher', mother_mobile = '9825012346', mother_education = 'B.Ed.'
     WHERE school_id = :schoolId AND student_id = :studentId`,
    owner,
  )
  await execute(
    `INSERT INTO additional_infos (student_id, school_id, travel_mode, staying_with, emergency_contact_name,
       emergency_contact_number, allergies, updated_at)
     VALUES (:studentId, :schoolId, 'Bicycle', 'With Parents', 'Hansa Patel', '9825012346', 'Peanuts', UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE student_id = :studentId`,
    owner,
  )
}
