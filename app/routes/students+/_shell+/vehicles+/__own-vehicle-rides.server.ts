import { foundOr404 } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { pageOf } from '~/models/shared/paging'
import { isPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { applicationsPerPage } from '~/models/transport/options'
import {
  countOwnVehicleRides,
  findOwnVehicleRide,
  listOwnVehicleRides,
  type OwnVehicleRide,
  type OwnVehicleRow,
  type RidePaymentRow,
} from '~/models/transport/own-vehicles.server'
import { paymentMethodWord, vehicleTypeWord } from '~/models/transport/vehicle-words.server'
import { rideStatusWord } from '~/models/transport/words.server'
import { rideView } from '~/routes/students+/_shell+/__transport-status.server'

/** The student's own application that an address names. @throws Response 404 for anybody else's */
export async function requireOwnVehicleRide(scope: StudentScope, id: string | undefined): Promise<OwnVehicleRide> {
  return foundOr404(isPublicId(id) ? await findOwnVehicleRide(scope, id) : null)
}

/** The tab My Applications. */
export async function myVehicleRides(scope: StudentScope, request: Request) {
  const wished = pageOf(new URL(request.url).searchParams)
  const [counts, { rows, page, pages, total }] = await Promise.all([
    countOwnVehicleRides(scope),
    listOwnVehicleRides(scope, wished),
  ])
  const from = (page - 1) * applicationsPerPage + 1
  return {
    title: m.vehicles_mine_title(),
    summary: [
      { label: m.vehicles_total(), value: String(counts.total) },
      { label: rideStatusWord('approved'), value: String(counts.approved) },
      { label: rideStatusWord('pending'), value: String(counts.pending) },
      { label: rideStatusWord('rejected'), value: String(counts.rejected) },
    ],
    applications: rows.map(applicationCard),
    page,
    pages,
    showing: m.vehicles_showing({ from, to: from + rows.length - 1, total }),
    empty: { title: m.vehicles_no_applications(), text: m.vehicles_no_applications_text() },
  }
}

function applicationCard(row: OwnVehicleRow) {
  const { owedPaise, paidPaise, remarks } = row
  const ride = rideView(row, { charges: [], owedPaise, paidPaise, dueIds: [] })
  const isRejected = ride.status === 'rejected'
  return {
    id: ride.id,
    title: ride.fareName,
    status: ride.statusWord,
    tone: ride.tone,
    steps: ride.steps,
    owed: ride.owed,
    canCancel: ride.canCancel,
    facts: [
      { label: m.rides_vehicle(), value: vehicleTypeWord(row.wanted.vehicleType) },
      { label: m.vehicles_way(), value: wayOf(row) },
      { label: m.rides_pickup(), value: ride.facts.pickup },
      { label: m.rides_distance(), value: ride.facts.distance },
      { label: m.rides_plans(), value: ride.facts.plan },
      { label: m.vehicles_paid(), value: ride.paid },
      ...riderFacts(row),
      ...(remarks ? [{ label: isRejected ? m.vehicles_rejection() : m.hostels_remarks(), value: remarks }] : []),
    ],
    payments: row.payments.map(paymentView),
  }
}

export type VehicleRideCard = ReturnType<typeof applicationCard>

function wayOf({ wanted }: OwnVehicleRide): string {
  return `${wanted.startLocation} – ${wanted.endLocation}`
}

function riderFacts({ emergencyContact, medicalConditions, specialRequirements }: OwnVehicleRide) {
  return [
    { label: m.places_emergency(), value: emergencyContact },
    ...(medicalConditions ? [{ label: m.students_medical_conditions(), value: medicalConditions }] : []),
    ...(specialRequirements ? [{ label: m.hostels_special(), value: specialRequirements }] : []),
  ]
}

function vehicleOf({ wanted }: OwnVehicleRide): string {
  return m.vehicles_option({ number: wanted.vehicleNumber, type: vehicleTypeWord(wanted.vehicleType) })
}

/** What the page of one application shows beside how it stands. */
export function vehicleRideFacts(ride: OwnVehicleRide) {
  const { wanted } = ride
  return [
    { label: m.rides_vehicle(), value: vehicleOf(ride) },
    { label: m.rides_route(), value: wanted.routeName },
    { label: m.vehicles_way(), value: wayOf(ride) },
    ...riderFacts(ride),
  ]
}

export function paymentView({ id, at, method, amountPaise, refund }: RidePaymentRow) {
  const way = paymentMethodWord(method)
  return {
    id,
    on: formatDay(todayInIndia(at), currentLanguage()),
    method:
      refund === null
        ? way
        : refund === 'done'
          ? m.vehicles_given_back({ method: way })
          : m.vehicles_coming_back({ method: way }),
    amount: formatPaise(amountPaise, { style: 'short' }),
  }
}

export type PaidView = ReturnType<typeof paymentView>
