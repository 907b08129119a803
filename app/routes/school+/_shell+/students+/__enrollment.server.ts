import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findEnrollment } from '~/models/people/academics/enrollment-queries.server'
import { classSection } from '~/models/people/academics/rules'

export type EnrollmentIds = { id: string; enrollmentId: string }

/** Returns the student's enrollment of the URL with its form values; null for another student's. */
export async function findOfStudent(scope: SchoolScope, { id, enrollmentId }: EnrollmentIds) {
  const enrollment = await findEnrollment(scope, enrollmentId)
  return enrollment?.studentPublicId === id
    ? {
        ...enrollment,
        academicSession: enrollment.sessionPublicId,
        section: enrollment.sectionPublicId,
        classSection: classSection(enrollment.className, enrollment.sectionName),
      }
    : null
}
