import { schoolPaths } from '~/http/school-paths'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { clockOf } from '~/models/core/shared/time-of-day'
import { listTripsToChoose } from '~/models/money/transport/apply/trips-to-choose.server'
import {
  findTransportApplication,
  type OfficeTransportApplication,
} from '~/models/money/transport/decide/applications.server'
import { type OfficeVerb, possibleVerbs } from '~/models/money/transport/decide/decision-rules'
import { decisionRefusals } from '~/models/money/transport/decide/decision-words'
import { tripClock } from '~/models/money/vehicles/rules'
import { type StopTimes, type TimesOfTrip, wrongTimes } from '~/models/money/vehicles/trip-times'

const obstacles: Record<OfficeVerb, string> = {
  approve: 'It has already been decided or withdrawn.',
  reject: 'It has already been decided or withdrawn. If a seat was given, cancel the application instead.',
  activate: 'Only a student with an approved application can get a seat.',
  suspend: 'Only a student who travels now can be suspended.',
  cancel: 'It is already over, or the student is already travelling: end the transport instead.',
  end: 'The student is not travelling, or not yet. If the transport has not begun, cancel the application instead.',
  refund: 'There is no refund to decide on: nothing was paid, or it has already been decided.',
}

export const decisionPageOptions = {
  may: 'transport-applications:decide',
  find: findTransportApplication,
  decided: schoolPaths.transportApplication,
  refusals: decisionRefusals,
  message: 'The student is informed by notice and mail.',
} as const

export function obstacleTo(verb: OfficeVerb) {
  return (application: OfficeTransportApplication) =>
    possibleVerbs(application, todayInIndia(new Date()))[verb] ? null : obstacles[verb]
}

export function contextOf({ studentName, fareName }: OfficeTransportApplication): string {
  return `${studentName} · ${fareName}`
}

/** Stop of the application with its times; null if the fare is not by stop. */
export function stopOf(application: OfficeTransportApplication): StopTimes | null {
  const { stopRouteId: routeId, stopPickupMinute: pickupMinute, stopDropMinute: dropMinute } = application
  return routeId === null || pickupMinute === null || dropMinute === null ? null : { routeId, pickupMinute, dropMinute }
}

type Chosen = Awaited<ReturnType<typeof runChoices>>['runs'][number]

/** Errors of times on a trip, by form field; null if they are valid. */
export function timeErrors(times: TimesOfTrip, run: Chosen): { pickupMinute?: string; dropMinute?: string } | null {
  const wrong = wrongTimes(times, run)
  const words = `It runs at ${tripClock(run)} on ${run.routeName}`
  const errors = { ...(wrong.pickup ? { pickupMinute: words } : {}), ...(wrong.drop ? { dropMinute: words } : {}) }
  return wrong.pickup || wrong.drop ? errors : null
}

/** Options of trips with a free seat (and of the current trip), and the trip that is selected at first. */
export async function runChoices(scope: SchoolScope, application: OfficeTransportApplication) {
  const { runPublicId, stopRouteId, stopName, routeId } = application
  const runs = await listTripsToChoose(scope, { runPublicId, routeId: stopRouteId ?? routeId })
  const options = runs.map((run) => {
    const facts = `${run.routeName} · ${run.vehicleNumber} · ${clockOf(run.departureMinute)} · ${run.freeSeats} of ${run.seats} seats free`
    const now = run.publicId === runPublicId ? ' (now)' : ''
    // A stop is served by its own route only.
    const elsewhere = stopRouteId !== null && run.routeId !== stopRouteId ? ` – does not stop at ${stopName}` : ''
    return { value: run.publicId, label: `${facts}${now}${elsewhere}` }
  })
  const requestedRunId = runPublicId ?? application.wantedRunPublicId
  const selectedRun = runs.find((run) => run.publicId === requestedRunId) ?? null
  return { runs, options, chosen: selectedRun, isWantedFull: requestedRunId !== null && selectedRun === null }
}
