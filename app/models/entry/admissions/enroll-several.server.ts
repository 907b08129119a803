import { flag, inTransaction, number, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { raiseFeesOfClass } from '~/models/money/fees/raise-fees.server'
import { findSectionOfSession, takeSeats } from '~/models/people/academics/enroll.server'
import { Enrollment } from '~/models/people/academics/tables.server'

export type EnrollSeveralRefusal =
  | 'no-such-session'
  | 'no-such-section'
  | 'no-such-student'
  | 'already-enrolled'
  | 'section-full'

type Enrolled = { ok: true; value: { enrolled: number } } | { ok: false; reason: EnrollSeveralRefusal; names: string[] }

/**
 * Enrolls these students in one section, all or nothing, and creates the dues of the fees assigned to its class (none
 * for RTE students). A refusal names students already enrolled in the session.
 */
export function enrollSeveral(
  scope: SchoolScope,
  input: { academicSession: string; section: string; students: readonly string[]; enrolledOn: string },
): Promise<Enrolled> {
  const no = (reason: EnrollSeveralRefusal, names: string[] = []): Enrolled => ({ ok: false, reason, names })
  return inTransaction(
    async (): Promise<Enrolled> => {
      const destination = await findSectionOfSession(scope, input)
      if (typeof destination === 'string') return no(destination)
      const studentIds = [...new Set(input.students)]
      const students = await selectRows(
        {
          id: number('s.id'),
          name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
          rte: flag('s.rte'),
          isEnrolled: flag(
            'EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.id AND e.academic_session_id = :sessionId)',
          ),
        },
        `FROM students s WHERE s.school_id = :schoolId AND s.public_id IN (:wanted) AND s.status = 'active'
         ORDER BY s.id FOR UPDATE`,
        { schoolId: scope.schoolId, sessionId: destination.session.id, wanted: [...studentIds, ''] },
      )
      if (studentIds.length === 0 || students.length < studentIds.length) return no('no-such-student')
      const enrolled = students.filter((one) => one.isEnrolled)
      if (enrolled.length > 0)
        return no(
          'already-enrolled',
          enrolled.map((one) => one.name),
        )
      await takeSeats(scope, destination, students.length)
      await Enrollment.bulkCreate(
        students.map((student) => ({
          publicId: newPublicId(),
          schoolId: scope.schoolId,
          studentId: student.id,
          academicSessionId: destination.session.id,
          classId: destination.section.classId,
          sectionId: destination.section.id,
          rollNumber: null,
          enrolledOn: input.enrolledOn,
        })),
      )
      const owing = students.filter((one) => !one.rte).map((one) => one.id)
      const at = { academicSessionId: destination.session.id, classId: destination.section.classId }
      const dues = await raiseFeesOfClass(scope, owing, at)
      await recordAudit(scope, {
        action: 'enrollments.created',
        subject: { kind: 'section', id: destination.section.id },
        details: {
          class: destination.section.className,
          section: destination.section.name,
          session: destination.session.name,
          students: students.length,
          dues,
        },
      })
      return done({ enrolled: students.length })
    },
    {
      section_seats_limit: async () => no('section-full'),
      enrollments_once_a_session: async () => no('already-enrolled'),
    },
  )
}
