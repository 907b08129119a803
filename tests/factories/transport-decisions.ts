import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import type { Outcome } from '~/models/core/shared/outcome'
import { chargesOf } from '~/models/money/transport/charges.server'
import { activateApplication } from '~/models/money/transport/decide/activate-application.server'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import type { MadeSession } from './academics'
import { makeBoarder } from './hostel-decisions'
import { payCharges } from './pay-charges'
import type { MadeSchool } from './school'
import {
  locateSchool,
  type MadeRun,
  type MadeTransport,
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
  makeVehicleApplication,
} from './transport'

type Office = Pick<MadeSchool, 'scope'>

function right<Reason extends string>(outcome: Outcome<unknown, Reason>): void {
  if (!outcome.ok) throw new Error(`Refused: ${outcome.reason}`)
}

/** Approves the application; with `run`, also holds a seat on that trip. */
export async function approveTransport(
  { scope }: Office,
  { publicId }: { publicId: string },
  run: MadeRun | null = null,
): Promise<void> {
  const startsOn = todayInIndia(new Date())
  right(await approveApplication(scope, publicId, { startsOn, runId: run?.publicId ?? null, remarks: null }))
}

/** Activates the application, even if unpaid: the student gets a seat, with pickup at 07:05. */
export async function activateTransport(
  { scope }: Office,
  { publicId }: { publicId: string },
  run: MadeRun,
): Promise<void> {
  const times = { pickupMinute: 7 * 60 + 5, dropMinute: 14 * 60 + 10 }
  right(await activateApplication(scope, publicId, { runId: run.publicId, ...times, evenUnpaid: true }))
}

export async function payTransportOf(school: Office, application: MadeTransport): Promise<void> {
  await payCharges(school, await chargesOf(school.scope, application))
}

/** Moves the first day of transport to `days` days before today. */
export async function moveTransportBack({ publicId }: { publicId: string }, days: number): Promise<void> {
  await execute('UPDATE transport_applications SET starts_on = :startsOn WHERE public_id = :publicId', {
    publicId,
    startsOn: addDays(todayInIndia(new Date()), -days),
  })
}

/** Public ids of applications at every stage, for the URLs of office pages. */
export interface TransportDecisionThings {
  fare: string
  pending: string
  pendingToReject: string
  pendingToCancel: string
  approved: string
  /** Active applications; `active` is an application for a vehicle. */
  active: string
  activeToSuspend: string
  activeToEnd: string
  /** Application that ended after payment and whose refund awaits a decision; `heldDue` is one of its dues. */
  refundOpen: string
  heldDue: string
  /** Trip with free seats, and its vehicle. */
  run: string
  vehicle: string
}

/** Creates a bus with a route and applications, each of its own student; `session` is the current one. */
export async function makeTransportDecisionThings(
  school: MadeSchool,
  session: MadeSession,
): Promise<TransportDecisionThings> {
  await locateSchool(school)
  const fare = await makeFare(school, { isDefault: false })
  const run = await makeRun(await makeVehicle(school, { capacity: 40 }), await makeRoute(school))
  const apply = async () => makeTransportApplication(await makeBoarder(school, {}, session), fare)
  const [pending, pendingToReject, pendingToCancel] = [await apply(), await apply(), await apply()]
  const [approved, activeToSuspend, activeToEnd, over] = [await apply(), await apply(), await apply(), await apply()]
  const active = await makeVehicleApplication(await makeBoarder(school, {}, session), run)
  for (const application of [approved, active, activeToSuspend, activeToEnd, over])
    await approveTransport(school, application, run)
  for (const application of [active, activeToSuspend, activeToEnd]) await activateTransport(school, application, run)
  await payTransportOf(school, over)
  right(await endByOffice(school.scope, over.publicId, { kind: 'cancelled', by: 'office', remarks: 'The bus is sold' }))
  const [deposit] = await chargesOf(school.scope, over)
  return {
    fare: fare.publicId,
    pending: pending.publicId,
    pendingToReject: pendingToReject.publicId,
    pendingToCancel: pendingToCancel.publicId,
    approved: approved.publicId,
    active: active.publicId,
    activeToSuspend: activeToSuspend.publicId,
    activeToEnd: activeToEnd.publicId,
    refundOpen: over.publicId,
    heldDue: deposit?.duePublicId ?? '',
    run: run.publicId,
    vehicle: run.vehicle.publicId,
  }
}
