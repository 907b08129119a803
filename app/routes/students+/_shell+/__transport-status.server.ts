import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { clockOf } from '~/models/core/shared/time-of-day'
import { dueName } from '~/models/money/ledger/due-words'
import type { OwnTransport, TransportMoney } from '~/models/money/transport/apply/own-transport.server'
import type { ShownStatus } from '~/models/money/transport/options'
import { isLive, mayCancelTransport, shownStatus } from '~/models/money/transport/rules'
import { kmWord, planRhythm, planWord, transportStatusWord, wayView } from '~/models/money/transport/words.server'

const money = (paise: number) => formatPaise(paise, { style: 'short' })
const day = (date: string | null) => date && formatDay(date, currentLanguage())
const dayOf = (instant: Date | null) => instant && formatDay(todayInIndia(instant), currentLanguage())

const transportTones = {
  pending: 'warn',
  approved: 'info',
  payment_completed: 'good',
  active: 'good',
  suspended: 'bad',
  rejected: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<ShownStatus, string>

/**
 * Finds the application that a page is about, by the public id in the page's URL if there is one. Null if it belongs to
 * another student.
 */
export type OwnTransportOf = (scope: StudentScope, id: string | undefined) => Promise<OwnTransport | null>

export function transportLinks({ kind, publicId }: Pick<OwnTransport, 'kind' | 'publicId'>) {
  const { vehicleApplication, payVehicle, cancelVehicle, transportStatus, payTransport, cancelTransport } =
    paths.student
  const payments = paths.student.payments(kind)
  return kind === 'vehicle'
    ? { own: vehicleApplication(publicId), pay: payVehicle(publicId), cancel: cancelVehicle(publicId), payments }
    : { own: transportStatus, pay: payTransport, cancel: cancelTransport, payments }
}

export function transportView(
  application: OwnTransport,
  { charges, owedPaise, paidPaise, back, isChecked }: TransportMoney,
) {
  const status = shownStatus(application.status, owedPaise)
  return {
    id: application.publicId,
    links: transportLinks(application),
    status,
    statusWord: transportStatusWord(status),
    tone: transportTones[status],
    text: statusText(application, status),
    refund: [...refundText(application, back), ...(isChecked ? [m.payments_refund_checked()] : [])],
    remarks: application.remarks,
    steps: timeline(application),
    owed: isLive(application.status) && owedPaise > 0 ? money(owedPaise) : null,
    mustPay: application.status === 'approved' && owedPaise > 0,
    paid: money(paidPaise),
    canCancel: mayCancelTransport(application.status),
    fareName: application.fareName,
    facts: {
      pickup: application.pickupAddress,
      drop: application.dropAddress,
      stop: application.stopName,
      distance: kmWord(application.distanceMetres),
      plan: `${planWord(application.paymentPlan)} · ${money(application.periodPaise)} ${planRhythm(application.paymentPlan)}`,
      deposit: money(application.depositPaise),
      startsOn: day(application.startsOn),
    },
    seat:
      application.status === 'active'
        ? {
            route: application.routeName,
            pickupTime: application.pickupMinute === null ? null : clockOf(application.pickupMinute),
            dropTime: application.dropMinute === null ? null : clockOf(application.dropMinute),
            vehicle: application.vehicleNumber,
            driver: application.driverName,
            driverPhone: application.driverPhone,
          }
        : null,
    dues: charges
      .filter((charge) => charge.state === 'open' || charge.paidPaise > 0)
      .map((charge) => ({
        id: charge.duePublicId,
        name: `${dueName({ kind: application.kind, name: charge.name })} · ${charge.title}`,
        dueOn: formatDay(charge.dueOn, currentLanguage()),
        amount: money(charge.amountPaise),
        paid: money(charge.paidPaise),
        note: charge.state === 'cancelled' ? m.transport_not_owed() : null,
      })),
  }
}

export type TransportView = ReturnType<typeof transportView>

/**
 * Map data of a live application for a fare of the school. Null for a vehicle application, since a vehicle may drive to
 * a destination other than the school.
 */
export async function routeOfTransport(scope: StudentScope, application: OwnTransport) {
  if (application.kind !== 'transport' || !isLive(application.status)) return null
  const { location, schoolName, browserKey } = await findMaps(scope)
  if (!location) return null
  const pickup = { latitude: Number(application.pickupLatitude), longitude: Number(application.pickupLongitude) }
  return {
    browserKey,
    ...wayView(pickup, { address: schoolName, point: location }, kmWord(application.distanceMetres)),
  }
}

export function earlierApplication(application: OwnTransport) {
  return {
    id: application.publicId,
    fareName: application.fareName,
    status: transportStatusWord(application.status),
    tone: transportTones[application.status],
    appliedOn: dayOf(application.appliedAt) ?? '',
    remarks: application.remarks,
  }
}

/**
 * Steps of an application (submitted, approved, active), each with its date once reached. A rejected or cancelled one
 * has only the steps that it reached, and its end.
 */
function timeline(application: OwnTransport) {
  const step = (label: string, on: string | null, isReached = on !== null) => ({ label, on, isReached })
  const steps = [
    step(m.transport_step_pending(), dayOf(application.appliedAt)),
    step(transportStatusWord('approved'), dayOf(application.approvedAt)),
    step(transportStatusWord('active'), dayOf(application.activatedAt)),
  ]
  if (application.status === 'rejected' || application.status === 'cancelled')
    return [
      ...steps.filter(({ isReached }) => isReached),
      step(transportStatusWord(application.status), day(application.endedOn) ?? dayOf(application.endedAt)),
    ]
  return application.status === 'suspended' ? [...steps, step(transportStatusWord('suspended'), null, true)] : steps
}

function statusText(application: OwnTransport, status: ShownStatus): string {
  switch (status) {
    case 'pending':
      return m.transport_text_pending()
    case 'approved':
      return m.transport_text_approved({ day: day(application.startsOn) ?? '' })
    case 'payment_completed':
      return m.transport_text_paid()
    case 'active':
      return m.transport_text_active()
    case 'suspended':
      return m.transport_text_suspended()
    case 'rejected':
      return m.transport_text_rejected()
    case 'cancelled':
      if (application.endedOn) return m.transport_text_ended({ day: day(application.endedOn) ?? '' })
      return application.cancelledBy === 'office' ? m.transport_text_cancelled_office() : m.transport_text_cancelled()
  }
}

/** Refund messages, with the amounts once they are decided. */
function refundText({ refundState, refundRemarks }: OwnTransport, back: TransportMoney['back']): string[] {
  if (refundState === 'none') return []
  if (refundState === 'open') return [m.room_refund_open()]
  const { refundedPaise = 0, comingPaise = 0 } = back ?? {}
  return [
    refundedPaise + comingPaise === 0 ? m.transport_refund_decided() : '',
    comingPaise > 0 ? m.room_refund_coming({ amount: money(comingPaise) }) : '',
    refundedPaise > 0 ? m.room_refund_done({ amount: money(refundedPaise) }) : '',
    refundRemarks ? m.room_refund_remarks({ remarks: refundRemarks }) : '',
  ].filter((line) => line !== '')
}
