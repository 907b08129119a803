import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findEnrollment } from '~/models/people/academics/enrollment-queries.server'
import { classSection } from '~/models/people/academics/rules'

export type EnrollmentIds = { id: string; enrollmentId: string }

/** Returns the student's enrollment of the URL with its form values; null for another student's. */
export async function findOfStudent(scope: SchoolScope, { id, enrollmentId }: EnrollmentIds) {
  const found = await findEnrollment(scope, enrollmentId)
  return found?.studentPublicId === id
    ? {
        ...found,
        academicSession: found.sessionPublicId,
        section: found.sectionPublicId,
        classSection: classSection(found.className, found.sectionName),
      }
    : null
}
