import { execute, number, selectRow } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { EnrollmentFields } from './enrollment-fields'
import type { OpenEnrollment } from './enrollment-queries.server'
import { findSection, findSession, type SectionRecord, type SessionRecord } from './queries.server'
import { Enrollment } from './tables.server'

export interface SectionOfSession {
  session: SessionRecord
  section: SectionRecord
}

/** Finds the session and the section chosen in a form, or returns which of the two this school does not have. */
export async function findSectionOfSession(
  scope: SchoolScope,
  fields: Pick<EnrollmentFields, 'academicSession' | 'section'>,
): Promise<SectionOfSession | 'no-such-session' | 'no-such-section'> {
  const session = await findSession(scope, fields.academicSession)
  if (!session) return 'no-such-session'
  const section = await findSection(scope, fields.section)
  return section ? { session, section } : 'no-such-section'
}

/**
 * Takes seats of the section in the session, all or none. The CHECK `section_seats_limit` throws when too few are left:
 * of fifty concurrent calls for the last seat, one succeeds. Returns whether these are the section's first seats in the
 * session.
 */
export async function takeSeats(
  scope: SchoolScope,
  sectionOfSession: { session: Pick<SessionRecord, 'id'>; section: Pick<SectionRecord, 'id'> },
  seats = 1,
): Promise<boolean> {
  const values = {
    schoolId: scope.schoolId,
    sectionId: sectionOfSession.section.id,
    sessionId: sectionOfSession.session.id,
  }
  // The shared lock keeps the capacity unchanged until the seats are written.
  const section = await selectRow(
    { capacity: number('capacity') },
    'FROM sections WHERE school_id = :schoolId AND id = :sectionId LOCK IN SHARE MODE',
    values,
  )
  // MariaDB reports 1 row for an insert and 2 for an update.
  const touched = await execute(
    `INSERT INTO section_seats (section_id, academic_session_id, school_id, taken, capacity)
     VALUES (:sectionId, :sessionId, :schoolId, :seats, :capacity) ON DUPLICATE KEY UPDATE taken = taken + :seats`,
    { ...values, seats, capacity: section?.capacity ?? 0 },
  )
  return touched === 1
}

export async function releaseSeat(
  scope: SchoolScope,
  seat: { sectionId: number; academicSessionId: number },
): Promise<void> {
  const { sectionId, academicSessionId } = seat
  await execute(
    `UPDATE section_seats SET taken = taken - 1
     WHERE school_id = :schoolId AND section_id = :sectionId AND academic_session_id = :academicSessionId`,
    { schoolId: scope.schoolId, sectionId, academicSessionId },
  )
}

/**
 * Runs in the caller's transaction: takes the seat and writes the enrollment. Violated keys and CHECKs throw;
 * `enrollRefusals` maps them to refusals.
 */
export async function enroll(
  scope: SchoolScope,
  studentId: number,
  sectionOfSession: SectionOfSession,
  fields: Pick<EnrollmentFields, 'rollNumber' | 'enrolledOn'>,
): Promise<{ id: number; publicId: string }> {
  await takeSeats(scope, sectionOfSession)
  const enrollment = await Enrollment.create({
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    studentId,
    academicSessionId: sectionOfSession.session.id,
    classId: sectionOfSession.section.classId,
    sectionId: sectionOfSession.section.id,
    rollNumber: fields.rollNumber ?? null,
    enrolledOn: fields.enrolledOn,
  })
  return { id: enrollment.id, publicId: enrollment.publicId }
}

export const enrollRefusals = {
  section_seats_limit: 'section-full',
  enrollments_roll_number: 'roll-number-taken',
  enrollments_once_a_session: 'already-enrolled',
} as const

/** Runs in the withdrawal's transaction: releases the seat. The row and its roll number stay for the register. */
export async function withdrawEnrollment(
  scope: SchoolScope,
  enrollment: OpenEnrollment,
  leftOn: string,
): Promise<void> {
  await execute(
    `UPDATE enrollments SET status = 'left', left_on = :leftOn, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND status = 'studying'`,
    { schoolId: scope.schoolId, id: enrollment.id, leftOn },
  )
  await releaseSeat(scope, enrollment)
}

/**
 * Runs in the readmission's transaction: takes a seat in the same section, which keeps the roll number, or in another
 * section of the class, which clears it. Returns `no-such-section` for a section of another class or school. The CHECK
 * `section_seats_limit` throws when no seat is free.
 */
export async function readmitToSection(scope: SchoolScope, enrollment: OpenEnrollment, sectionPublicId: string) {
  const section = await findSection(scope, sectionPublicId)
  if (section?.classId !== enrollment.classId) return 'no-such-section'
  await takeSeats(scope, { session: { id: enrollment.academicSessionId }, section })
  await execute(
    `UPDATE enrollments SET status = 'studying', left_on = NULL, section_id = :sectionId, version = version + 1,
       roll_number = IF(:sameSection = 1, roll_number, NULL), updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND status = 'left'`,
    {
      schoolId: scope.schoolId,
      id: enrollment.id,
      sectionId: section.id,
      sameSection: section.id === enrollment.sectionId ? 1 : 0,
    },
  )
  return 'returned'
}
