import { findEnrollment } from '~/models/academics/enrollment-queries.server'
import { classSection } from '~/models/academics/rules'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The ids of an enrollment's address. */
export type EnrollmentIds = { id: string; enrollmentId: string }

/** The enrollment of the address, if it is this student's, by the names of its form. */
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
