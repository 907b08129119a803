import { execute, selectOne } from '~/database/connection.server'
import { violatedCheck, violatedUniqueKey } from '~/database/errors.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findSection, findSession, type SectionRecord, type SessionRecord } from './queries.server'
import type { EnrollmentFields } from './schema'
import { Enrollment } from './tables.server'

export interface SectionOfSession {
  session: SessionRecord
  section: SectionRecord
}

/** Session and section of this school that a form names, or which of them it has not. */
export async function findSectionOfSession(
  scope: SchoolScope,
  fields: Pick<EnrollmentFields, 'academic_session' | 'section'>,
): Promise<SectionOfSession | 'no-such-session' | 'no-such-section'> {
  const session = await findSession(scope, fields.academic_session)
  if (!session) return 'no-such-session'
  const section = await findSection(scope, fields.section)
  return section ? { session, section } : 'no-such-section'
}

/**
 * Takes one seat of the section in the session. The CHECK `section_seats_limit` throws when none is left: among fifty who ask
 * for the last, one gets it.
 */
export async function takeSeat(
  scope: SchoolScope,
  place: { session: Pick<SessionRecord, 'id'>; section: Pick<SectionRecord, 'id'> },
): Promise<void> {
  await takeSeats(scope, place, 1)
}

/** `takeSeat` for many at once, all or none. Answers whether these are the first seats that the section gives in the session. */
export async function takeSeats(
  scope: SchoolScope,
  place: { session: Pick<SessionRecord, 'id'>; section: Pick<SectionRecord, 'id'> },
  seats: number,
): Promise<boolean> {
  const values = { schoolId: scope.schoolId, sectionId: place.section.id, sessionId: place.session.id }
  // The shared lock keeps the capacity as it is until the seats are written.
  const section = await selectOne<{ capacity: number }>(
    'SELECT capacity FROM sections WHERE school_id = :schoolId AND id = :sectionId LOCK IN SHARE MODE',
    values,
  )
  // One row touched: it was written; two: it was there.
  const touched = await execute(
    `INSERT INTO section_seats (section_id, academic_session_id, school_id, taken, capacity)
     VALUES (:sectionId, :sessionId, :schoolId, :seats, :capacity) ON DUPLICATE KEY UPDATE taken = taken + :seats`,
    { ...values, seats, capacity: section?.capacity ?? 0 },
  )
  return touched === 1
}

/** Gives a seat back. */
export async function releaseSeat(
  scope: SchoolScope,
  seat: { sectionId: number; academicSessionId: number },
): Promise<void> {
  await execute(
    `UPDATE section_seats SET taken = taken - 1
     WHERE school_id = :schoolId AND section_id = :sectionId AND academic_session_id = :academicSessionId`,
    { schoolId: scope.schoolId, ...seat },
  )
}

/** A step of admitting: takes the seat and writes the enrollment. Keys and CHECKs throw; `enrollRefusalOf` names them. */
export async function enroll(
  scope: SchoolScope,
  studentId: number,
  place: SectionOfSession,
  fields: Pick<EnrollmentFields, 'roll_number' | 'enrolled_on'>,
): Promise<{ id: number; publicId: string }> {
  await takeSeat(scope, place)
  const made = await Enrollment.create({
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    studentId,
    academicSessionId: place.session.id,
    classId: place.section.classId,
    sectionId: place.section.id,
    rollNumber: fields.roll_number ?? null,
    enrolledOn: fields.enrolled_on,
  })
  return { id: made.id, publicId: made.publicId }
}

export type EnrollRefusal =
  | 'no-such-session'
  | 'no-such-section'
  | 'section-full'
  | 'roll-number-taken'
  | 'already-enrolled'

/** The refusal behind an error that the database threw while enrolling, or null. */
export function enrollRefusalOf(error: unknown): EnrollRefusal | null {
  if (violatedCheck(error) === 'section_seats_limit') return 'section-full'
  const key = violatedUniqueKey(error)
  if (key === 'enrollments_roll_number') return 'roll-number-taken'
  return key === 'enrollments_once_a_session' ? 'already-enrolled' : null
}
