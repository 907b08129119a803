import type { Fact } from '~/models/core/audit/list-facts.server'
import type { Tone } from '~/models/core/shared/tone'
import type { PaidPart, ShownStatus } from '~/models/money/hostels/decide/decision-rules'
import type { RoomStatus } from '~/models/money/hostels/options'
import { roomStatusWords } from '~/models/money/hostels/room-fields'
import { refusalsAbout, statusFiltersOf } from '~/models/money/subscriptions/office-words'

export const hostelStatusNames: Record<ShownStatus, { word: string; tone: Tone }> = {
  pending: { word: 'Pending', tone: 'info' },
  waitlisted: { word: 'Waiting list', tone: 'warn' },
  offered: { word: 'Bed offered', tone: 'warn' },
  approved: { word: 'Approved', tone: 'good' },
  staying: { word: 'Staying', tone: 'good' },
  left: { word: 'Left', tone: 'neutral' },
  rejected: { word: 'Rejected', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
}

export const statusFilters = statusFiltersOf(hostelStatusNames)

export const paidPartNames: Record<PaidPart, string> = {
  nothing: '–',
  unpaid: 'Unpaid',
  part: 'Part paid',
  paid: 'Paid',
  'part-refunded': 'Partly refunded',
  refunded: 'Refunded',
}

/** History labels of an application, by the action of the audit log. */
export const historyLabels: Record<string, string> = {
  'hostel-application.sent': 'Applied',
  'hostel-application.waiting': 'Applied for the waiting list',
  'hostel-application.approved': 'Approved',
  'hostel-application.waitlisted': 'Put on the waiting list',
  'hostel-application.offered': 'Offered a free bed',
  'hostel-application.accepted': 'Accepted the bed that was offered',
  'hostel-application.offer-lapsed': 'Did not accept the bed in time',
  'hostel-application.rejected': 'Rejected',
  'hostel-application.cancelled': 'Cancelled',
  'hostel-application.moved': 'Room changed',
  'hostel-application.stay-changed': 'Days or meals changed',
  'hostel-application.checked-in': 'Moved in',
  'hostel-application.checked-out': 'Moved out',
  'hostel-application.refund-decided': 'Refund decided',
  'hostel-application.remarks-saved': 'Remarks changed',
}

export function historyLabel({ action, actorKind }: Pick<Fact, 'action' | 'actorKind'>): string {
  if (action === 'hostel-application.approved' && actorKind === 'student')
    return historyLabel({ action: 'hostel-application.accepted', actorKind })
  const isEntered =
    actorKind === 'staff' && (action === 'hostel-application.sent' || action === 'hostel-application.waiting')
  return isEntered ? `${historyLabels[action]}, entered by the office` : (historyLabels[action] ?? action)
}

const about = refusalsAbout('place')

/** Error messages shared by several decisions. */
export const decisionRefusals = {
  ...about,
  'not-approved': about.over,
  'in-already': about.over,
  'not-in': about.over,
  'out-already': about.over,
  full: 'The room has no free bed left. Put the application on the waiting list instead.',
  'room-gone': 'This room is no longer offered. Choose another.',
  'wrong-gender': 'According to the gender in the school’s register, this student cannot live in this hostel.',
  'period-over':
    'The period applied for is over: the day of moving out has come, or the academic year has ended. Reject the application; the student can apply again.',
  declared: 'Confirm or refuse the declared payment first',
  'moved-in': 'The student has already moved in. Use check-out to end the stay.',
}

/** Free beds as `1 of 2`, with the status of a room that is not available. */
export function freeBedWords(room: { capacity: number; occupiedCount: number; roomStatus: RoomStatus }): string {
  const free = `${room.capacity - room.occupiedCount} of ${room.capacity}`
  return room.roomStatus === 'available'
    ? free
    : `${free}; the room is ${roomStatusWords[room.roomStatus].toLowerCase()}`
}
