import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { raiseAssignedFees } from '~/models/money/fees/raise-fees.server'
import { enroll, enrollRefusals, findSectionOfSession } from '~/models/people/academics/enroll.server'
import type { EnrollmentFields } from '~/models/people/academics/enrollment-fields'
import { findStudentRecord } from '~/models/people/students/queries.server'

/**
 * Enrolls a student of the school in one more session, and raises the class's assigned fees. Refuses `has-left`:
 * readmit the student first.
 */
export function enrollStudent(scope: SchoolScope, studentPublicId: string, fields: EnrollmentFields) {
  return inTransaction(async () => {
    // The lock makes a concurrent withdrawal wait until the student is enrolled, so that it also releases this seat.
    const student = await findStudentRecord(scope, studentPublicId, { lock: true })
    if (!student) return refused('not-found')
    if (student.status === 'left') return refused('has-left')
    const destination = await findSectionOfSession(scope, fields)
    if (typeof destination === 'string') return refused(destination)
    const enrollment = await enroll(scope, student.id, destination, fields)
    const dues = await raiseAssignedFees(
      scope,
      { id: student.id, rte: student.rte },
      { academicSessionId: destination.session.id, classId: destination.section.classId },
    )
    await recordAudit(scope, {
      action: 'enrollment.created',
      subject: { kind: 'enrollment', id: enrollment.id },
      details: {
        studentId: student.id,
        class: destination.section.className,
        section: destination.section.name,
        session: destination.session.name,
        dues,
      },
    })
    return done()
  }, enrollRefusals)
}
