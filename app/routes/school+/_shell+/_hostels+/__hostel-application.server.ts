import { schoolPaths } from '~/http/school-paths'
import { formatPaise } from '~/models/core/shared/money'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { listRoomsToGive } from '~/models/money/hostels/apply/other-room.server'
import { findHostelApplication, type OfficeHostelApplication } from '~/models/money/hostels/decide/applications.server'
import { type OfficeVerb, possibleVerbs } from '~/models/money/hostels/decide/decision-rules'
import { roomTypeWords } from '~/models/money/hostels/room-fields'
import { mealPaise, monthlyNow } from '~/models/money/hostels/rules'
import { chargesOf } from '~/models/money/hostels/stay/charges.server'
import { listMoneyOfDues, waitingAmong } from '~/models/money/ledger/books/money-of-dues.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { decisionRefusals } from './__words'

const obstacles: Record<OfficeVerb, string> = {
  approve: 'It has already been decided or withdrawn.',
  reject: 'It has already been decided or withdrawn. If a bed was given, cancel the application instead.',
  waitlist: 'Only an application that is not yet decided can be put on the waiting list.',
  cancel: 'It is already over, or the student has moved in: use check-out to end the stay.',
  checkIn: 'Only a student who has an approved bed and has not moved in yet can check in.',
  checkOut: 'The student does not live in the room.',
  change: 'Only an approved stay that has not ended can be changed.',
  refund: 'There is no refund to decide on: nothing was paid, or it has already been decided.',
}

export const decisionPageOptions = {
  may: 'hostel-applications:decide',
  find: findHostelApplication,
  decided: schoolPaths.hostelApplication,
  refusals: decisionRefusals,
  message: 'The student is informed by notice and mail.',
} as const

export function obstacleTo(verb: OfficeVerb) {
  return (application: OfficeHostelApplication) => (possibleVerbs(application)[verb] ? null : obstacles[verb])
}

export function contextOf({ studentName, hostelName, roomNumber }: OfficeHostelApplication): string {
  return `${studentName} · ${hostelName}, room ${roomNumber}`
}

const rupees = (paise: number) => formatPaise(paise, { style: 'short' })

/**
 * Options of a select: rooms with a free bed that the student may use. Each label has the monthly cost and its
 * difference from the current cost.
 */
export async function roomChoices(scope: SchoolScope, application: OfficeHostelApplication) {
  const rooms = await listRoomsToGive(scope, application)
  const nowPaise = monthlyNow(application).monthlyPaise
  return rooms.map((room) => {
    const monthlyPaise = room.rentPaise + mealPaise(room, application.mealPlanRequired)
    const morePaise = monthlyPaise - nowPaise
    const difference = morePaise === 0 ? '' : `, ${rupees(Math.abs(morePaise))} ${morePaise > 0 ? 'more' : 'less'}`
    const facts = `${room.hostelName} · ${room.roomNumber} · ${roomTypeWords[room.roomType]} · ${room.freeBeds} free`
    return { value: room.publicId, label: `${facts} · ${rupees(monthlyPaise)} a month${difference}` }
  })
}

/** Unconfirmed declared payments for the bed, and whether the staff user may confirm them. */
export async function waitingMoney(application: OfficeHostelApplication, staff: StaffSession) {
  const charges = await chargesOf(staff.scope, application)
  const { payments } = await listMoneyOfDues(
    staff.scope,
    charges.map((charge) => charge.dueId),
  )
  return {
    context: contextOf(application),
    waiting: { payments: waitingAmong(payments), mayCorrect: mayStaff(staff.role, 'payments:correct') },
  }
}
