import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { endApplication } from './close-application.server'
import { checkOutStep } from './move-in-and-out.server'

export interface LiveAllotment {
  publicId: string
  hostelName: string
  roomNumber: string
  /** The student has moved in, on this day (YYYY-MM-DD). */
  checkedInOn: string | null
}

/** The hostel places that a student has or waits for now: what leaving the school ends. */
export function listLiveAllotments(scope: SchoolScope, studentId: number): Promise<LiveAllotment[]> {
  return select<LiveAllotment>(
    `SELECT a.public_id AS publicId, h.name AS hostelName, r.room_number AS roomNumber, a.checked_in_on AS checkedInOn
     FROM hostel_applications a JOIN hostels h ON h.id = a.hostel_id JOIN rooms r ON r.id = a.room_id
     WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.is_live = 1 ORDER BY a.id`,
    { schoolId: scope.schoolId, studentId },
  )
}

/**
 * A step of leaving the school: every place that the student has or waits for ends on `leftOn` (YYYY-MM-DD). Who has moved in moves out,
 * everything else is cancelled. Answers how many, or null when one cannot end like this: a payment link is open, or the student moved
 * in later than that.
 */
export async function leaveHostel(scope: SchoolScope, { studentId, leftOn }: { studentId: number; leftOn: string }) {
  const live = await select<{ id: number; isIn: number }>(
    `SELECT id, checked_in_on IS NOT NULL AS isIn FROM hostel_applications
     WHERE school_id = :schoolId AND student_id = :studentId AND is_live = 1 ORDER BY id`,
    { schoolId: scope.schoolId, studentId },
  )
  for (const { id, isIn } of live) {
    const ended =
      isIn === 1
        ? await checkOutStep(scope, { id }, leftOn)
        : await endApplication(scope, { id }, { status: 'cancelled', by: 'office', remarks: null })
    if (!ended.ok) return null
  }
  return live.length
}
