import { select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type EnrollRefusal, enrollRefusalOf, releaseSeat, takeSeat } from './enroll.server'
import { findEnrollment } from './enrollment-queries.server'
import { findSection, findSession } from './queries.server'
import type { PlaceFields } from './schema'
import { Enrollment } from './tables.server'

export type ChangeEnrollmentRefusal = EnrollRefusal | 'not-found' | 'other-class'

/**
 * Moves a student to another section of the same class, or changes roll number or date. Session and class stay, since the
 * student's dues follow from them ('other-class').
 */
export async function changeEnrollment(
  scope: SchoolScope,
  publicId: string,
  fields: Omit<PlaceFields, 'academic_session'>,
): Promise<Outcome<undefined, ChangeEnrollmentRefusal>> {
  try {
    return await inTransaction(async (tx) => {
      await select(
        'SELECT id FROM enrollments WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE',
        { schoolId: scope.schoolId, publicId },
        tx,
      )
      const enrollment = await findEnrollment(scope, publicId, tx)
      if (!enrollment) return refused('not-found')
      const section = await findSection(scope, fields.section, tx)
      if (!section) return refused('no-such-section')
      if (section.classId !== enrollment.classId) return refused('other-class')
      if (section.id !== enrollment.sectionId) {
        const session = await findSession(scope, enrollment.sessionPublicId, tx)
        if (!session) return refused('no-such-session')
        await takeSeat(scope, { session, section }, tx)
        await releaseSeat(scope, { sectionId: enrollment.sectionId, academicSessionId: session.id }, tx)
      }
      await Enrollment.update(
        { sectionId: section.id, rollNumber: fields.roll_number ?? null, enrolledOn: fields.enrolled_on },
        { where: { id: enrollment.id, schoolId: scope.schoolId }, transaction: tx },
      )
      await recordAudit(
        scope,
        {
          action: 'enrollment.changed',
          subject: { kind: 'enrollment', id: enrollment.id },
          details: {
            section: section.name,
            sectionBefore: enrollment.sectionName,
            rollNumber: fields.roll_number ?? null,
            rollNumberBefore: enrollment.rollNumber,
          },
        },
        tx,
      )
      return done()
    })
  } catch (error) {
    const refusal = enrollRefusalOf(error)
    if (refusal) return refused(refusal)
    throw error
  }
}
