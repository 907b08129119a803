import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { dueName } from '~/models/ledger/due-words'
import { findMaps } from '~/models/schools/find-maps.server'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { StudentScope } from '~/models/shared/scope.server'
import { clockOf } from '~/models/shared/time-of-day'
import type { ShownStatus } from '~/models/transport/options'
import type { OwnRide, RideMoney } from '~/models/transport/own-transport.server'
import { isLive, mayBeCancelled, shownStatus } from '~/models/transport/rules'
import { kmWord, planRhythm, planWord, rideStatusWord, wayView } from '~/models/transport/words.server'

const money = (paise: number) => formatPaise(paise, { style: 'short' })
const day = (date: string | null) => date && formatDay(date, currentLanguage())
const dayOf = (instant: Date | null) => instant && formatDay(todayInIndia(instant), currentLanguage())

const rideTones = {
  pending: 'warn',
  approved: 'info',
  payment_completed: 'good',
  active: 'good',
  suspended: 'bad',
  rejected: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<ShownStatus, string>

/** One application as its student sees it: how far it has come, what is owed, where the seat is. */
export function rideView(ride: OwnRide, { charges, owedPaise, paidPaise }: RideMoney) {
  const status = shownStatus(ride.status, owedPaise)
  return {
    id: ride.publicId,
    kind: ride.kind,
    status,
    statusWord: rideStatusWord(status),
    tone: rideTones[status],
    text: standingText(ride, status),
    refund: refundText(ride),
    remarks: ride.remarks,
    steps: timeline(ride),
    owed: isLive(ride.status) && owedPaise > 0 ? money(owedPaise) : null,
    mustPay: ride.status === 'approved' && owedPaise > 0,
    paid: money(paidPaise),
    canCancel: mayBeCancelled(ride.status),
    fareName: ride.fareName,
    facts: {
      pickup: ride.pickupAddress,
      drop: ride.dropAddress,
      stop: ride.stopName,
      distance: kmWord(ride.distanceMetres),
      plan: `${planWord(ride.paymentPlan)} · ${money(ride.periodPaise)} ${planRhythm(ride.paymentPlan)}`,
      deposit: money(ride.depositPaise),
      startsOn: day(ride.startsOn),
    },
    seat:
      ride.status === 'active'
        ? {
            route: ride.routeName,
            pickupTime: ride.pickupMinute === null ? null : clockOf(ride.pickupMinute),
            dropTime: ride.dropMinute === null ? null : clockOf(ride.dropMinute),
            vehicle: ride.vehicleNumber,
            driver: ride.driverName,
            driverPhone: ride.driverPhone,
          }
        : null,
    dues: charges
      .filter((charge) => charge.state === 'open' || charge.paidPaise > 0)
      .map((charge) => ({
        id: charge.duePublicId,
        name: `${dueName({ kind: ride.kind, name: charge.name })} · ${charge.title}`,
        dueOn: formatDay(charge.dueOn, currentLanguage()),
        amount: money(charge.amountPaise),
        paid: money(charge.paidPaise),
        note: charge.state === 'cancelled' ? m.rides_not_owed() : null,
      })),
  }
}

export type RideView = ReturnType<typeof rideView>

/** What a map shows of a live application for a fare of the school; a vehicle may drive to another place than the school. */
export async function wayOfRide(scope: StudentScope, ride: OwnRide) {
  if (ride.kind !== 'transport' || !isLive(ride.status)) return null
  const { location, schoolName, browserKey } = await findMaps(scope)
  if (!location) return null
  const pickup = { latitude: Number(ride.pickupLatitude), longitude: Number(ride.pickupLongitude) }
  return { browserKey, ...wayView(pickup, { address: schoolName, point: location }, kmWord(ride.distanceMetres)) }
}

/** An application of before, in one line. */
export function earlierRide(ride: OwnRide) {
  return {
    id: ride.publicId,
    fareName: ride.fareName,
    status: rideStatusWord(ride.status),
    tone: rideTones[ride.status],
    appliedOn: dayOf(ride.appliedAt) ?? '',
    remarks: ride.remarks,
  }
}

export type EarlierRide = ReturnType<typeof earlierRide>

/** Submitted, approved, active: each with its day once it is reached. What came to nothing ends where it did. */
function timeline(ride: OwnRide) {
  const step = (label: string, on: string | null, isReached = on !== null) => ({ label, on, isReached })
  const steps = [
    step(m.rides_step_pending(), dayOf(ride.appliedAt)),
    step(rideStatusWord('approved'), dayOf(ride.approvedAt)),
    step(rideStatusWord('active'), dayOf(ride.activatedAt)),
  ]
  if (ride.status === 'rejected' || ride.status === 'cancelled')
    return [
      ...steps.filter(({ isReached }) => isReached),
      step(rideStatusWord(ride.status), day(ride.endedOn) ?? dayOf(ride.endedAt)),
    ]
  return ride.status === 'suspended' ? [...steps, step(rideStatusWord('suspended'), null, true)] : steps
}

function standingText(ride: OwnRide, status: ShownStatus): string {
  switch (status) {
    case 'pending':
      return m.rides_text_pending()
    case 'approved':
      return m.rides_text_approved({ day: day(ride.startsOn) ?? '' })
    case 'payment_completed':
      return m.rides_text_paid()
    case 'active':
      return m.rides_text_active()
    case 'suspended':
      return m.rides_text_suspended()
    case 'rejected':
      return m.rides_text_rejected()
    case 'cancelled':
      if (ride.endedOn) return m.rides_text_ended({ day: day(ride.endedOn) ?? '' })
      return ride.cancelledBy === 'office' ? m.rides_text_cancelled_office() : m.rides_text_cancelled()
  }
}

function refundText({ refundState, refundRemarks }: OwnRide): string[] {
  if (refundState === 'none') return []
  if (refundState === 'open') return [m.places_refund_open()]
  return [m.rides_refund_decided(), ...(refundRemarks ? [m.places_refund_remarks({ remarks: refundRemarks })] : [])]
}
