import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { withdrawClassFees } from '~/models/money/fees/raise-fees.server'
import { releaseSeat } from '~/models/people/academics/enroll.server'
import { findEnrollment } from '~/models/people/academics/enrollment-queries.server'
import { Enrollment } from '~/models/people/academics/tables.server'

/**
 * Deletes an enrollment made by mistake, with its seat and the dues of the class's fees. Refuses when attendance, marks
 * or payments exist; then nothing changes.
 */
export async function removeEnrollment(scope: SchoolScope, publicId: string) {
  return inTransaction(
    async () => {
      const enrollment = await findEnrollment(scope, publicId, { lock: true })
      if (!enrollment) return refused('not-found')
      const { id, studentId, academicSessionId, classId, sectionId } = enrollment
      await withdrawClassFees(scope, studentId, { academicSessionId, classId })
      if (enrollment.status === 'studying') await releaseSeat(scope, { sectionId, academicSessionId })
      await Enrollment.destroy({ where: { id, schoolId: scope.schoolId } })
      await recordAudit(scope, {
        action: 'enrollment.deleted',
        subject: { kind: 'student', id: studentId },
        details: {
          class: enrollment.className,
          section: enrollment.sectionName,
          session: enrollment.sessionName,
          rollNumber: enrollment.rollNumber,
        },
      })
      return done()
    },
    {
      attendance_enrollment: 'has-attendance',
      attendance_months_enrollment: 'has-attendance',
      exam_marks_enrollment: 'has-marks',
      quiz_attempts_enrollment: 'has-marks',
      report_entries_enrollment: 'has-marks',
      report_cards_enrollment: 'has-marks',
      report_card_withdrawals_enrollment: 'has-marks',
      payment_lines_due: 'has-payments',
    },
  )
}
