import { number, selectRow, text, textOrNull, wordOf } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { ApplicationStatus } from '../options'
import { hasBegun } from '../rules'
import { endApplication } from './close-application.server'

export interface LiveTransport {
  publicId: string
  fareName: string
  status: ApplicationStatus
  /** First day of travel (YYYY-MM-DD), once decided. */
  startsOn: string | null
}

/** Returns the student's live application, which ends when the student leaves the school. */
export function findLiveTransport(
  scope: SchoolScope,
  studentId: number,
): Promise<(LiveTransport & { id: number }) | null> {
  return selectRow(
    {
      id: number('id'),
      publicId: text('public_id'),
      fareName: text('fare_name'),
      status: wordOf<ApplicationStatus>('status'),
      startsOn: textOrNull('starts_on'),
    },
    'FROM transport_applications WHERE school_id = :schoolId AND student_id = :studentId AND is_live = 1',
    { schoolId: scope.schoolId, studentId },
  )
}

/**
 * Runs in the caller's transaction when a student leaves the school: ends transport on `leftOn` (YYYY-MM-DD), or
 * cancels it if it has not begun. Returns whether there was any transport, or null when it cannot end: a payment link
 * is open, or travel began after that day.
 */
export async function leaveTransport(scope: SchoolScope, { studentId, leftOn }: { studentId: number; leftOn: string }) {
  const application = await findLiveTransport(scope, studentId)
  if (!application) return false
  const end = hasBegun(application, todayInIndia(new Date()))
    ? { kind: 'ended' as const, day: leftOn, remarks: null }
    : { kind: 'cancelled' as const, by: 'office' as const, remarks: null }
  const ended = await endApplication(scope, { id: application.id }, end)
  return ended.ok ? true : null
}
