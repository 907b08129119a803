import type { LoaderFunctionArgs } from '@remix-run/node'
import { mayStaff, type Permission } from '~/models/accounts/permissions'
import { chargesOf } from '~/models/hostels/charges.server'
import { findApplication, type OfficeApplication } from '~/models/hostels/office-applications.server'
import { type OfficeVerb, possibleVerbs } from '~/models/hostels/office-rules'
import { listMoneyOfDues, waitingAmong } from '~/models/ledger/money-of-dues.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { foundOr404, requireStaff } from './guards.server'

/** The hostel application of an address with the staff user who may see or change it. @throws 404 as for another school's */
export async function requireApplication(
  { context, request, params }: Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>,
  permission: Permission,
) {
  const staff = await requireStaff(context, request, permission)
  const application = foundOr404(isPublicId(params.id) ? await findApplication(staff.scope, params.id) : null)
  return { staff, application }
}

const obstacles: Record<OfficeVerb, string> = {
  approve: 'It has been decided already, or was taken back.',
  reject: 'It has been decided already, or was taken back. A place that was given is cancelled instead.',
  waitlist: 'Only an application that nobody has decided about goes on the waiting list.',
  cancel: 'It is over already, or the student has moved in: then the check-out ends the stay.',
  checkIn: 'Only who has an approved place, and has not moved in yet, moves in.',
  checkOut: 'The student does not live in the room.',
  refund: 'Nothing is to be decided: nothing was paid, or it is decided already.',
}

/** What the page of a decision shows of the application, and why the decision cannot be made now, if so. */
export function decisionView(application: OfficeApplication, verb: OfficeVerb) {
  const { publicId, studentName, hostelName, roomNumber } = application
  return {
    id: publicId,
    context: `${studentName} · ${hostelName}, room ${roomNumber}`,
    obstacle: possibleVerbs(application)[verb] ? null : obstacles[verb],
  }
}

/** What the student has declared for the place and nobody has looked at, and whether the staff user may. */
export async function waitingMoney({ staff, application }: Awaited<ReturnType<typeof requireApplication>>) {
  const charges = await chargesOf(staff.scope, application)
  const { payments } = await listMoneyOfDues(
    staff.scope,
    charges.map((charge) => charge.dueId),
  )
  return { payments: waitingAmong(payments), mayCorrect: mayStaff(staff.role, 'payments:correct') }
}
