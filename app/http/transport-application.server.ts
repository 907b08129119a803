import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Permission } from '~/models/accounts/permissions'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findRide, type OfficeRide } from '~/models/transport/office-applications.server'
import { type OfficeVerb, possibleVerbs } from '~/models/transport/office-rules'
import { listRunsToChoose } from '~/models/transport/runs-to-choose.server'
import { clockOf } from '~/models/vehicles/rules'
import { foundOr404, requireStaff } from './guards.server'

/** The transport application of an address with the staff user who may see or change it. @throws 404 as for another school's */
export async function requireRide(
  { context, request, params }: Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>,
  permission: Permission,
) {
  const staff = await requireStaff(context, request, permission)
  const ride = foundOr404(isPublicId(params.id) ? await findRide(staff.scope, params.id) : null)
  return { staff, ride }
}

const obstacles: Record<OfficeVerb, string> = {
  approve: 'It has been decided already, or was taken back.',
  reject: 'It has been decided already, or was taken back. A seat that was given is cancelled instead.',
  activate: 'Only who has an approved application gets a seat.',
  suspend: 'Only who rides now is suspended.',
  cancel: 'It is over already, or the student rides: then the transport is ended on a day.',
  end: 'The student does not ride, or not yet. What has not begun is cancelled instead.',
  refund: 'Nothing is to be decided: nothing was paid, or it is decided already.',
}

/** What the page of a decision shows of the application, and why the decision cannot be made now, if so. */
export function rideView(ride: OfficeRide, verb: OfficeVerb) {
  const { publicId, studentName, fareName } = ride
  return {
    id: publicId,
    context: `${studentName} · ${fareName}`,
    obstacle: possibleVerbs(ride, todayInIndia(new Date()))[verb] ? null : obstacles[verb],
  }
}

/** The runs on which a seat can be given, in words, and the one that is chosen for now. */
export async function runChoices(scope: SchoolScope, ride: OfficeRide) {
  const runs = await listRunsToChoose(scope, ride)
  const options = runs.map((run) => ({
    value: run.publicId,
    label: `${run.routeName} · ${run.vehicleNumber} · ${clockOf(run.departureMinute)} · ${run.freeSeats} of ${run.seats} seats free${run.publicId === ride.runPublicId ? ' (now)' : ''}`,
  }))
  const wanted = ride.runPublicId ?? ride.wantedRunPublicId
  const chosen = runs.find((run) => run.publicId === wanted) ?? null
  return { runs, options, chosen, isWantedFull: wanted !== null && chosen === null }
}
