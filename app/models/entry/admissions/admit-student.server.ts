import { inTransaction, selectRow, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { enrollRefusals } from '~/models/people/academics/enroll.server'
import type { EnrollmentFields } from '~/models/people/academics/enrollment-fields'
import { attachDocuments } from '~/models/people/students/attach-documents.server'
import type { StudentFields } from '~/models/people/students/describe/student-fields.server'
import { admitNewcomer } from './admit-newcomer.server'

export type AdmitRefusal = Extract<Awaited<ReturnType<typeof admitStudent>>, { ok: false }>['reason']

/** Omits the refusal of a second enrollment in a session, which cannot occur for a new student. */
const { enrollments_once_a_session: _, ...newcomerRefusals } = enrollRefusals

/**
 * Adds a student by hand, all or nothing: student with parents and address, photo, a seat and enrollment in one
 * section, and the dues of the class's assigned fees. The date of birth activates the account. Idempotent: the same
 * form sent twice returns the same student.
 */
export function admitStudent(
  scope: SchoolScope,
  fields: StudentFields & EnrollmentFields,
  photo: readonly ReceivedFile[] = [],
) {
  return inTransaction(
    async () => {
      const admitted = await admitNewcomer(scope, fields)
      if (!admitted.ok) return admitted
      const { student, details } = admitted.value
      if (photo.length > 0 && (await attachDocuments(scope, student, 'student_photo', photo)) !== 'placed')
        return refused('files-gone')
      await recordAudit(scope, { action: 'student.created', subject: { kind: 'student', id: student.id }, details })
      return done(student.publicId)
    },
    {
      ...newcomerRefusals,
      students_enrollment_number: async () => {
        const twin = await findSameStudent(scope, fields)
        return twin ? done(twin) : refused('enrollment-number-taken')
      },
    },
  )
}

/**
 * Finds the student with this enrollment number if name, birth date and mobile number are equal too, which means that
 * the form was submitted twice.
 */
async function findSameStudent(scope: SchoolScope, fields: StudentFields): Promise<string | null> {
  const student = await selectRow(
    { publicId: text('public_id') },
    `FROM students
     WHERE school_id = :schoolId AND enrollment_number = :number AND first_name = :firstName AND last_name = :lastName
       AND date_of_birth = :dateOfBirth AND mobile_number = :mobileNumber`,
    {
      schoolId: scope.schoolId,
      number: fields.enrollment_number,
      firstName: fields.first_name,
      lastName: fields.last_name,
      dateOfBirth: fields.date_of_birth,
      mobileNumber: fields.mobile_number,
    },
  )
  return student?.publicId ?? null
}
