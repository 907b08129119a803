import { exists } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { isSlipOpen } from '~/models/people/guardians/invitations.server'
import { eventHours, type MessageEvent } from '../options'

type Told = { event: MessageEvent; studentId: number; guardianId: number | null; onceKey: string }

const isOwed = `FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.is_owed = 1
  AND CAST(d.due_on AS CHAR) = :about`

/**
 * Rest of a SELECT, from its FROM on, for each event: finds a row as long as the event still applies to the student.
 * `:about` is the day or receipt in the message's `onceKey`.
 */
const truths: Partial<Record<MessageEvent, string>> = {
  absent: `FROM attendance_sheets h JOIN attendance a ON a.school_id = h.school_id AND a.sheet_id = h.id
    WHERE h.school_id = :schoolId AND h.held_on = :today AND :about = :today AND a.student_id = :studentId AND a.status = 'absent'`,
  due_soon: isOwed,
  overdue: isOwed,
  receipt: `FROM receipts r WHERE r.school_id = :schoolId AND r.public_id = :about AND r.cancelled_at IS NULL`,
}

/** Reason for not sending a message that was delayed beyond the hours of its event. */
export const tooLateReason = 'It was too late to notify'

/** Returns true when it is too late to send a message, counted from its creation, regardless of retries. */
export function isTooLate({ event, createdAt }: { event: MessageEvent; createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > eventHours[event] * 3_600_000
}

const hoursOfEvent = Object.entries(eventHours)
  .map(([event, hours]) => `WHEN '${event}' THEN ${hours}`)
  .join(' ')

/** `isTooLate` at the current time, for a row of `outgoing_messages m`. */
export const isTooLateSql = `m.created_at < UTC_TIMESTAMP(3) - INTERVAL (CASE m.event ${hoursOfEvent} END) HOUR`

/**
 * Returns true while the content of a message still applies: false if the child came late, the fee was paid, the
 * receipt was cancelled or the slip was used.
 */
export async function isStillTrue(scope: SchoolScope, { event, studentId, guardianId, onceKey }: Told, now: Date) {
  const { schoolId } = scope
  const [, about = ''] = onceKey.split(':')
  if (event === 'invitation') return guardianId !== null && isSlipOpen(scope, guardianId, about)
  const truth = truths[event]
  if (!truth) return true
  return exists(truth, { schoolId, studentId, about, today: todayInIndia(now) })
}
