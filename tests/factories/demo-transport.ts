import { todayInIndia } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { activateApplication } from '~/models/money/transport/decide/activate-application.server'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import { suspendApplication } from '~/models/money/transport/decide/suspend-application.server'
import { ashramRoad, cathedralRoad, type DemoTransport, makeDemoFleet } from './demo-transport-locations'
import type { MadeStaff } from './school'
import type { MadeStudent } from './student'
import {
  locateSchool,
  type MadeRun,
  type MadeTransport,
  makeFare,
  makeTransportApplication,
  makeVehicleApplication,
} from './transport'
import { activateTransport, approveTransport, payTransportOf } from './transport-decisions'

function right(outcome: { ok: true } | { ok: false; reason: string }): void {
  if (!outcome.ok) throw new Error(outcome.reason)
}

/** Eight students, named after their applications; `byStop` and `inVehicle` have active ones. */
export type DemoPassengers = Record<
  'byStop' | 'inVehicle' | 'unpaid' | 'paid' | 'suspended' | 'cancelled' | 'rejected' | 'pending',
  MadeStudent
>

/**
 * Creates the demo's transport: two fares, three routes, four vehicles, and applications at every stage: two active,
 * one unpaid, one paid and waiting for a seat, one suspended, one cancelled with an open refund, one rejected, one
 * pending.
 */
export async function makeDemoTransport(
  office: Pick<MadeStaff, 'scope'>,
  school: { id: number },
  passengers: DemoPassengers,
): Promise<DemoTransport> {
  const today = todayInIndia(new Date())
  await locateSchool(school, ashramRoad)
  const fleet = await makeDemoFleet(school, today)
  const { fares, stops, runs } = fleet
  const [bus, , minibus, van] = runs
  const [[bopal], [naroda, , kalupur], [, motera]] = stops as [
    [Stop, ...Stop[]],
    [Stop, Stop, Stop, ...Stop[]],
    [Stop, Stop, ...Stop[]],
  ]
  if (!bus || !minibus || !van) throw new Error('The demo has four vehicles')
  const { scope } = office

  const approve = async (application: MadeTransport, run: MadeRun | null) =>
    right(
      await approveApplication(scope, application.publicId, {
        startsOn: today,
        runId: run?.publicId ?? null,
        remarks: null,
      }),
    )
  const seat = async (application: MadeTransport, run: MadeRun) => {
    const times = { pickupMinute: 395, dropMinute: 870, evenUnpaid: false }
    right(await activateApplication(scope, application.publicId, { runId: run.publicId, ...times }))
  }
  const from = (name: string, place: Stop) => {
    const address = `${name}, Ahmedabad`
    return { pickupAddress: address, dropAddress: address, pickup: place.point }
  }

  const first = await makeTransportApplication(passengers.byStop, fares.stops, {
    ...from('South Bopal circle', bopal),
    stopId: bopal.publicId,
    paymentPlan: 'quarterly',
  })
  await approve(first, bus)
  await payTransportOf(office, first)
  await seat(first, bus)
  const inVehicle = await makeVehicleApplication(passengers.inVehicle, van, from('Motera stadium', motera))
  await approve(inVehicle, van)
  await payTransportOf(office, inVehicle)
  await seat(inVehicle, van)
  const unpaid = await makeTransportApplication(passengers.unpaid, fares.distance, from('Kalupur station', kalupur))
  await approve(unpaid, null)
  const paid = await makeVehicleApplication(passengers.paid, minibus, {
    ...from('Naroda Patiya', naroda),
    medicalConditions: 'Asthma; carries an inhaler',
  })
  await approve(paid, minibus)
  await payTransportOf(office, paid)
  const suspended = await makeTransportApplication(passengers.suspended, fares.distance, from('Naroda Patiya', naroda))
  await approve(suspended, minibus)
  await payTransportOf(office, suspended)
  await seat(suspended, minibus)
  right(await suspendApplication(scope, suspended.publicId, 'Away with the family until further notice'))
  const cancelled = await makeTransportApplication(
    passengers.cancelled,
    fares.distance,
    from('South Bopal circle', bopal),
  )
  await approve(cancelled, null)
  await payTransportOf(office, cancelled)
  const moved = { kind: 'cancelled', by: 'office', remarks: 'The family moved near the school' } as const
  right(await endByOffice(scope, cancelled.publicId, moved))
  const rejected = await makeVehicleApplication(passengers.rejected, van, from('Motera stadium', motera))
  right(await endByOffice(scope, rejected.publicId, { kind: 'rejected', remarks: 'The van is full this year' }))
  await makeVehicleApplication(passengers.pending, bus, from('South Bopal circle', bopal))
  return fleet
}

/** Creates passengers of the morning and noon bus: one in six is pending, one in four has not paid. */
export async function makeDemoRush(
  office: Pick<MadeStaff, 'scope'>,
  { fares, stops, runs }: DemoTransport,
  students: ReadonlyArray<{ scope: StudentScope }>,
): Promise<void> {
  for (const [index, student] of students.entries()) {
    const run = runs[index % 2]
    const pickup = stops[index % 2 === 0 ? 0 : 2]?.[index % 3]?.point
    if (!run || !pickup) throw new Error('The demo has two runs of a bus')
    const application = await makeTransportApplication(student, fares.distance, { pickup })
    if (index % 6 === 5) continue
    await approveTransport(office, application, run)
    if (index % 4 !== 3) await payTransportOf(office, application)
    await activateTransport(office, application, run)
  }
}

interface Stop {
  publicId: string
  point: { latitude: number; longitude: number }
}

/** Sets the second school's location and creates one fare. */
export async function makeSecondDemoTransport(school: { id: number }): Promise<void> {
  await locateSchool(school, cathedralRoad)
  await makeFare(school, { name: 'School van', basePaise: 600_00, perKmPaise: 40_00, depositPaise: 0 })
}
