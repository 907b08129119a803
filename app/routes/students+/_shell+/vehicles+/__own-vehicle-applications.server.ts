import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { pageOf } from '~/models/core/shared/paging'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { methodWords } from '~/models/money/ledger/method-words'
import {
  countOwnVehicleApplications,
  findOwnVehicleApplication,
  listOwnVehicleApplications,
  type OwnVehicleApplication,
  type OwnVehicleRow,
  type TransportPaymentRow,
} from '~/models/money/transport/apply/own-vehicles.server'
import { applicationsPerPage } from '~/models/money/transport/options'
import { vehicleTypeWord } from '~/models/money/transport/vehicle-words.server'
import { transportStatusWord } from '~/models/money/transport/words.server'
import { transportView } from '~/routes/students+/_shell+/__transport-status.server'

/** Returns the student's own application of a URL; null for another student's. */
export async function findOwnVehicle(scope: StudentScope, id: string | undefined) {
  return isPublicId(id) ? findOwnVehicleApplication(scope, id) : null
}

export async function myVehicleApplications(scope: StudentScope, request: Request) {
  const pageNumber = pageOf(new URL(request.url).searchParams)
  const [counts, { rows, page, pages, total }] = await Promise.all([
    countOwnVehicleApplications(scope),
    listOwnVehicleApplications(scope, pageNumber),
  ])
  const from = (page - 1) * applicationsPerPage + 1
  return {
    title: m.vehicles_mine_title(),
    summary: [
      { label: m.vehicles_total(), value: String(counts.total) },
      { label: transportStatusWord('approved'), value: String(counts.approved) },
      { label: transportStatusWord('pending'), value: String(counts.pending) },
      { label: transportStatusWord('rejected'), value: String(counts.rejected) },
      { label: transportStatusWord('cancelled'), value: String(counts.cancelled) },
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
  const application = transportView(row, {
    charges: [],
    owedPaise,
    paidPaise,
    dueIds: [],
    back: null,
    isChecked: false,
  })
  const isRejected = application.status === 'rejected'
  return {
    id: application.id,
    title: application.fareName,
    status: application.statusWord,
    tone: application.tone,
    steps: application.steps,
    owed: application.owed,
    canCancel: application.canCancel,
    facts: [
      { label: m.transport_vehicle(), value: vehicleTypeWord(row.wantedType) },
      { label: m.vehicles_way(), value: wayOf(row) },
      { label: m.transport_pickup(), value: application.facts.pickup },
      { label: m.transport_distance(), value: application.facts.distance },
      { label: m.transport_plans(), value: application.facts.plan },
      { label: m.vehicles_paid(), value: application.paid },
      ...paymentStatus(row).map((value) => ({ label: m.vehicles_payment_status(), value })),
      ...passengerFacts(row),
      ...(remarks ? [{ label: isRejected ? m.vehicles_rejection() : m.hostels_remarks(), value: remarks }] : []),
    ],
    payments: row.payments.map(paymentView),
  }
}

/**
 * Payment status of an application in the words of the hostel and transport specification; empty before any payment is
 * due.
 */
function paymentStatus({ owedPaise, paidPaise, payments }: OwnVehicleRow): string[] {
  const isRefunded = payments.some(({ refund }) => refund === 'done')
  if (owedPaise > 0) return [paidPaise > 0 ? m.vehicles_part_paid() : m.profile_code_pending()]
  if (paidPaise > 0) return [isRefunded ? m.profile_code_part_refunded() : m.profile_code_paid()]
  return isRefunded ? [m.profile_code_refunded()] : []
}

export type VehicleApplicationCard = ReturnType<typeof applicationCard>

function wayOf({ startLocation, endLocation }: OwnVehicleApplication): string {
  return `${startLocation} – ${endLocation}`
}

function passengerFacts({ emergencyContact, medicalConditions, specialRequirements }: OwnVehicleApplication) {
  return [
    { label: m.room_emergency(), value: emergencyContact },
    ...(medicalConditions ? [{ label: m.students_medical_conditions(), value: medicalConditions }] : []),
    ...(specialRequirements ? [{ label: m.hostels_special(), value: specialRequirements }] : []),
  ]
}

export function vehicleApplicationFacts(application: OwnVehicleApplication) {
  const { wantedNumber: number, wantedType, wantedRoute } = application
  const vehicle = m.vehicles_option({ number, type: vehicleTypeWord(wantedType) })
  return [
    { label: m.transport_vehicle(), value: vehicle },
    { label: m.transport_route(), value: wantedRoute },
    { label: m.vehicles_way(), value: wayOf(application) },
    ...passengerFacts(application),
  ]
}

export function paymentView({ id, at, method, amountPaise, refund }: TransportPaymentRow) {
  const way = methodWords[method]()
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
