import { execute } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { takeSeat } from './enroll.server'
import { findSection } from './queries.server'
import type { OpenEnrollment } from './withdraw.server'

/**
 * A step of coming back: takes a seat again, in the section left or another one of the class. The roll number was kept; in another
 * section there is none yet. Answers `no-such-section` for one of another class or school. The CHECK `section_seats_limit`
 * throws when no seat is free.
 */
export async function readmitToSection(
  scope: SchoolScope,
  place: OpenEnrollment,
  sectionPublicId: string,
): Promise<'returned' | 'no-such-section'> {
  const section = await findSection(scope, sectionPublicId)
  if (section?.classId !== place.classId) return 'no-such-section'
  await takeSeat(scope, { session: { id: place.academicSessionId }, section })
  await execute(
    `UPDATE enrollments SET status = 'studying', left_on = NULL, section_id = :sectionId,
       roll_number = IF(:sameSection = 1, roll_number, NULL), updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND status = 'left'`,
    {
      schoolId: scope.schoolId,
      id: place.id,
      sectionId: section.id,
      sameSection: section.id === place.sectionId ? 1 : 0,
    },
  )
  return 'returned'
}
