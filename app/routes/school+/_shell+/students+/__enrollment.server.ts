import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findEnrollment } from '~/models/people/academics/enrollment-queries.server'
import { classSection } from '~/models/people/academics/rules'

/** Ids in the URL of an enrollment. */
export type EnrollmentIds = { id: string; enrollmentId: string }

/** Returns the student's enrollment of the URL with its form values; null for another student's. */
export async function findOfStudent(scope: SchoolScope, { id, enrollmentId }: EnrollmentIds) {
  const found = await findEnrollment(scope, enrollmentId)
  return found?.studentPublicId === id
    ? {
        ...found,
        academic_session: found.sessionPublicId,
        section: found.sectionPublicId,
        roll_number: found.rollNumber,
        enrolled_on: found.enrolledOn,
        classSection: classSection(found.className, found.sectionName),
      }
    : null
}
