import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { raiseAssignedFees } from '~/models/money/fees/raise-fees.server'
import { enroll, findSectionOfSession } from '~/models/people/academics/enroll.server'
import type { EnrollmentFields } from '~/models/people/academics/enrollment-fields'
import { insertStudent } from '~/models/people/students/describe/insert-student.server'
import type { StudentFields } from '~/models/people/students/describe/student-fields.server'
import { findCrowdedName } from '~/models/people/students/queries.server'

/** Fields of a new student; an admission has only some of them. */
type Newly = Partial<StudentFields> & Pick<StudentFields, 'email' | 'mobile_number' | 'rte' | 'enrollment_number'>

/**
 * Runs in the caller's transaction: creates a student with parents and address, a seat and enrollment in one section,
 * and the dues of the class's assigned fees. Returns the student, the section and the audit details. Throws when
 * `students_enrollment_number` or a constraint in `enrollRefusals` is violated.
 */
export async function admitNewcomer(
  scope: SchoolScope,
  fields: Newly & EnrollmentFields & { admission_date?: string },
) {
  const destination = await findSectionOfSession(scope, fields)
  if (typeof destination === 'string') return refused(destination)
  const names = { email: fields.email, mobileNumber: fields.mobile_number, exceptStudentId: null }
  const crowded = await findCrowdedName(scope, names)
  if (crowded) return refused(crowded === 'email' ? 'email-crowded' : 'mobile-crowded')
  const admission = fields.admission_date ? { admission_class: destination.section.className } : {}
  const student = await insertStudent(scope, { ...fields, ...admission })
  await enroll(scope, student.id, destination, fields)
  const dues = await raiseAssignedFees(
    scope,
    { id: student.id, rte: fields.rte },
    { academicSessionId: destination.session.id, classId: destination.section.classId },
  )
  const details = {
    enrollmentNumber: fields.enrollment_number,
    class: destination.section.className,
    section: destination.section.name,
    session: destination.session.name,
    dues,
  }
  return done({ student, place: destination, details })
}
