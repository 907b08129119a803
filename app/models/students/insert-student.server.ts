import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { StudentFields } from './schema'
import { AcademicInfo, Guardian, Student, StudentAddress } from './tables.server'

/** A step of admitting: the student with parents and address. The unique key `students_enrollment_number` may refuse. */
export async function insertStudent(
  scope: SchoolScope,
  fields: StudentFields,
): Promise<{ id: number; publicId: string }> {
  const student = await Student.create({ publicId: newPublicId(), schoolId: scope.schoolId, ...studentColumns(fields) })
  const owner = { studentId: student.id, schoolId: scope.schoolId }
  await Guardian.create({ ...owner, fatherName: fields.father_name, motherName: fields.mother_name })
  await StudentAddress.create({ ...owner, address: fields.address })
  if (fields.medium) await AcademicInfo.create({ ...owner, medium: fields.medium })
  return { id: student.id, publicId: student.publicId }
}

/** The columns of `students` that the form fills. */
function studentColumns(fields: StudentFields) {
  return {
    enrollmentNumber: fields.enrollment_number,
    firstName: fields.first_name,
    lastName: fields.last_name,
    gender: fields.gender,
    dateOfBirth: fields.date_of_birth,
    category: fields.category,
    religion: fields.religion ?? null,
    mobileNumber: fields.mobile_number,
    email: fields.email ?? null,
    rte: fields.rte,
    nicId: fields.nic_id ?? null,
    srNo: fields.sr_no ?? null,
  }
}
