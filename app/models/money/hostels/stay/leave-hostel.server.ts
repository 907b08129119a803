import { flag, number, type RowOf, selectRows, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { endApplication } from '../decide/close-application.server'
import { checkOutStep } from './move-in-and-out.server'

const liveAllotment = {
  publicId: text('a.public_id'),
  hostelName: text('h.name'),
  roomNumber: text('r.room_number'),
  /** Day on which the student moved in (YYYY-MM-DD); null before that. */
  checkedInOn: textOrNull('a.checked_in_on'),
}
export type LiveAllotment = RowOf<typeof liveAllotment>

/** Live hostel applications of a student, which end when the student leaves the school. */
export function listLiveAllotments(scope: SchoolScope, studentId: number): Promise<LiveAllotment[]> {
  return selectRows(
    liveAllotment,
    `FROM hostel_applications a JOIN hostels h ON h.id = a.hostel_id JOIN rooms r ON r.id = a.room_id
     WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.is_live = 1 ORDER BY a.id`,
    { schoolId: scope.schoolId, studentId },
  )
}

/**
 * Runs in the caller's transaction when a student leaves the school: ends every live application on `leftOn`
 * (YYYY-MM-DD). A student who has moved in moves out; other applications are cancelled. Returns the number of ended
 * applications. Returns null if one cannot end: a payment link is open, or the student moved in after `leftOn`.
 */
export async function leaveHostel(scope: SchoolScope, { studentId, leftOn }: { studentId: number; leftOn: string }) {
  const live = await selectRows(
    { id: number('id'), isIn: flag('checked_in_on IS NOT NULL') },
    'FROM hostel_applications WHERE school_id = :schoolId AND student_id = :studentId AND is_live = 1 ORDER BY id',
    { schoolId: scope.schoolId, studentId },
  )
  for (const { id, isIn } of live) {
    const ended = isIn
      ? await checkOutStep(scope, { id }, leftOn)
      : await endApplication(scope, { id }, { status: 'cancelled', by: 'office', remarks: null })
    if (!ended.ok) return null
  }
  return live.length
}
