import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { moveFees } from '~/models/money/fees/raise-fees.server'
import { enrollRefusals, releaseSeat, takeSeats } from '~/models/people/academics/enroll.server'
import type { EnrollmentFields } from '~/models/people/academics/enrollment-fields'
import { findEnrollment } from '~/models/people/academics/enrollment-queries.server'
import { findSection, findSession } from '~/models/people/academics/queries.server'
import { Enrollment } from '~/models/people/academics/tables.server'

/**
 * Moves a student to another section, or changes roll number or date; the session stays. If the class changes, the old
 * class's fees are withdrawn and the new class's assigned fees raised, unless an old due has payments ('has-payments').
 * Refuses `has-left`, and `changed` when the enrollment was saved since `version`.
 */
export function changeEnrollment(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: Omit<EnrollmentFields, 'academicSession'>,
) {
  return inTransaction(
    async () => {
      const enrollment = await findEnrollment(scope, publicId, { lock: true })
      if (!enrollment) return refused('not-found')
      if (enrollment.status === 'left') return refused('has-left')
      if (enrollment.version !== version) return refused('changed')
      const section = await findSection(scope, fields.section)
      if (!section) return refused('no-such-section')
      if (section.id !== enrollment.sectionId) {
        const session = await findSession(scope, enrollment.sessionPublicId)
        if (!session) return refused('no-such-session')
        await takeSeats(scope, { session, section })
        await releaseSeat(scope, { sectionId: enrollment.sectionId, academicSessionId: session.id })
      }
      await Enrollment.update(
        {
          classId: section.classId,
          sectionId: section.id,
          rollNumber: fields.rollNumber ?? null,
          enrolledOn: fields.enrolledOn,
          version: version + 1,
        },
        { where: { id: enrollment.id, schoolId: scope.schoolId } },
      )
      if (section.classId !== enrollment.classId) {
        const student = { id: enrollment.studentId, rte: enrollment.rte }
        const session = enrollment.academicSessionId
        await moveFees(scope, student, session, { fromClassId: enrollment.classId, toClassId: section.classId })
      }
      await recordAudit(scope, {
        action: 'enrollment.changed',
        subject: { kind: 'enrollment', id: enrollment.id },
        details: {
          class: section.className,
          section: section.name,
          classBefore: enrollment.className,
          sectionBefore: enrollment.sectionName,
          rollNumber: fields.rollNumber ?? null,
          rollNumberBefore: enrollment.rollNumber,
        },
      })
      return done()
    },
    { ...enrollRefusals, payment_lines_due: 'has-payments' },
  )
}
