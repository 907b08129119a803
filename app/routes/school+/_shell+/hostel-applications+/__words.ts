import type { Fact } from '~/models/audit/list-facts.server'
import type { PaidPart, ShownStatus } from '~/models/hostels/decision-options'
import type { Tone } from '~/models/shared/tone'

/** The office's words for the status of an application. */
export const statusNames: Record<ShownStatus, { word: string; tone: Tone }> = {
  pending: { word: 'Pending', tone: 'info' },
  waitlisted: { word: 'Waiting list', tone: 'warn' },
  offered: { word: 'Bed offered', tone: 'warn' },
  approved: { word: 'Approved', tone: 'good' },
  staying: { word: 'Staying', tone: 'good' },
  left: { word: 'Left', tone: 'neutral' },
  rejected: { word: 'Rejected', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
}

export const refundOpen = 'Refund to decide'

/** What the list may be narrowed to; money that waits for a decision belongs to several statuses. */
export const statusFilters = {
  ...Object.fromEntries(Object.entries(statusNames).map(([status, { word }]) => [status, word])),
  refund: refundOpen,
}

export const paidPartNames: Record<PaidPart, string> = {
  nothing: '–',
  unpaid: 'Unpaid',
  part: 'Part paid',
  paid: 'Paid',
}

/** What was done to an application, by the action of the audit log. */
export const deeds: Record<string, string> = {
  'hostel-application.sent': 'Applied',
  'hostel-application.approved': 'Approved',
  'hostel-application.waitlisted': 'Put on the waiting list',
  'hostel-application.offered': 'Offered a free bed',
  'hostel-application.offer-lapsed': 'Did not accept the bed in time',
  'hostel-application.rejected': 'Rejected',
  'hostel-application.cancelled': 'Cancelled',
  'hostel-application.checked-in': 'Moved in',
  'hostel-application.checked-out': 'Moved out',
  'hostel-application.refund-decided': 'Refund decided',
  'hostel-application.remarks-saved': 'Remarks changed',
}

export function deedWord({ action, actorKind }: Pick<Fact, 'action' | 'actorKind'>): string {
  return action === 'hostel-application.approved' && actorKind === 'student'
    ? 'Accepted the bed that was offered'
    : (deeds[action] ?? action)
}

/** Refusals that several of the decisions share. */
export const decisionRefusals = {
  over: 'A different decision has been made in the meantime. Open the application again.',
  full: 'No bed of the room is free any more. Put the application on the waiting list instead.',
  'wrong-gender': 'As per the gender in the school’s register, this student cannot live in this hostel.',
  'period-over':
    'The period applied for is over: the day of moving out has come, or the academic year has ended. Reject the application; the student can apply again.',
  declared: 'Confirm or refuse the declared payment first',
  'moved-in': 'The student has moved in since. Use check-out to end the stay.',
  'provider-down':
    'The student has an open online payment for this place, and Razorpay did not answer when we tried to close it. Nothing was changed. Try again in a minute; it expires by itself within half an hour.',
}
