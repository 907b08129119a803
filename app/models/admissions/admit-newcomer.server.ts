import {
  type EnrollRefusal,
  enroll,
  findSectionOfSession,
  type SectionOfSession,
} from '~/models/academics/enroll.server'
import type { EnrollmentFields } from '~/models/academics/schema'
import { raiseAssignedFees } from '~/models/fees/raise-fees.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { insertStudent } from '~/models/students/insert-student.server'
import { findCrowdedName } from '~/models/students/queries.server'
import type { StudentFields } from '~/models/students/schema'

export interface Newcomer {
  student: { id: number; publicId: string }
  place: SectionOfSession
  /** How many dues the class's assigned fees made. */
  dues: number
}

export type NewcomerRefusal =
  | Extract<EnrollRefusal, 'no-such-session' | 'no-such-section'>
  | 'email-crowded'
  | 'mobile-crowded'

/**
 * A step of whoever makes a student: student with parents and address, the seat and enrollment in one section, and the dues of
 * the fees already assigned to the class. Keys and CHECKs throw: `students_enrollment_number`, and what `enrollRefusalOf` names.
 */
export async function admitNewcomer(
  scope: SchoolScope,
  fields: StudentFields & EnrollmentFields,
): Promise<Outcome<Newcomer, NewcomerRefusal>> {
  const place = await findSectionOfSession(scope, fields)
  if (typeof place === 'string') return refused(place)
  const names = { email: fields.email ?? null, mobileNumber: fields.mobile_number, exceptStudentId: null }
  const crowded = await findCrowdedName(scope, names)
  if (crowded) return refused(crowded === 'email' ? 'email-crowded' : 'mobile-crowded')
  const student = await insertStudent(scope, fields)
  await enroll(scope, student.id, place, fields)
  const dues = await raiseAssignedFees(
    scope,
    { id: student.id, rte: fields.rte },
    { academicSessionId: place.session.id, classId: place.section.classId },
  )
  return done({ student, place, dues })
}
