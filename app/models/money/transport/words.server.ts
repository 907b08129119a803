import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import type { Point, PointRefusal } from '~/models/core/shared/geo'
import { formatPaise } from '~/models/core/shared/money'
import { errorsFor, labelsFor } from '~/models/money/subscriptions/words'
import type { TransportRefusal } from './apply/apply.server'
import type { DraftField } from './apply/draft-options'
import type { FareQuote } from './apply/quote-fare.server'
import type { CloseRefusal } from './decide/close-application.server'
import type { PaymentPlan, ShownStatus } from './options'
import { type Calculation, kmOf, type PlanPrice, periodEnds } from './rules'

const money = (paise: number) => formatPaise(paise, { style: 'short' })

export const transportStatusWord = labelsFor<ShownStatus>({
  pending: m.transport_status_pending,
  approved: m.transport_status_approved,
  payment_completed: m.transport_status_payment_completed,
  active: m.transport_status_active,
  suspended: m.transport_status_suspended,
  rejected: m.transport_status_rejected,
  cancelled: m.transport_status_cancelled,
})

export const planWord = labelsFor<PaymentPlan>({
  monthly: m.transport_plan_monthly,
  quarterly: m.transport_plan_quarterly,
  annual: m.transport_plan_annual,
})

export const planRhythm = labelsFor<PaymentPlan>({
  monthly: m.transport_every_month,
  quarterly: m.transport_every_quarter,
  annual: m.transport_every_year,
})

export function kmWord(metres: number): string {
  return m.transport_kilometres({ count: kmOf(metres) })
}

/**
 * Words for the last day of an annual plan. The plan's year begins on the first day of travel and usually ends in the
 * next school year, so the page shows its last day before the student chooses.
 */
function yearUntil(): string {
  const last = periodEnds(todayInIndia(new Date()), 'annual', 1)
  return m.transport_plan_until({ last: formatDay(last, currentLanguage()) })
}

export function planView(price: PlanPrice) {
  const { plan, discountPercent, periodPaise, savedPaise, instalments, yearPaise } = price
  return {
    plan,
    name: planWord(plan),
    amount: money(periodPaise),
    rhythm: planRhythm(plan),
    saving: savedPaise === 0 ? null : m.transport_plan_saving({ amount: money(savedPaise), percent: discountPercent }),
    instalments:
      instalments === 1
        ? m.transport_plan_once()
        : m.transport_plan_instalments({ count: instalments, amount: money(periodPaise) }),
    year: m.transport_plan_year({ amount: money(yearPaise) }),
    until: plan === 'annual' ? yearUntil() : null,
  }
}

export type PlanView = ReturnType<typeof planView>

export function fareView(quote: FareQuote, pickup: Point) {
  const distance = kmWord(quote.metres)
  return {
    duration: m.transport_minutes({ count: quote.minutes }),
    baseFare: money(quote.basePaise),
    totalFare: money(quote.monthPaise),
    deposit: money(quote.depositPaise),
    destination: quote.destination.address,
    isFallback: quote.isFallback,
    browserKey: quote.browserKey,
    ...(quote.calculation ? { calculation: calculationWord(quote.calculation) } : {}),
    plans: quote.plans.map(planView),
    ...wayView(pickup, quote.destination, distance),
  }
}

const calculationWord = labelsFor<Calculation>({
  route: m.vehicles_by_route,
  fixed: m.vehicles_by_fixed,
  per_km: m.vehicles_by_km,
  tariff: m.vehicles_by_tariff,
})

export type FareView = ReturnType<typeof fareView>

/** Map from the pickup to the destination to which the distance was measured. */
export function wayView(pickup: Point, destination: FareQuote['destination'], distance: string) {
  return {
    distance,
    way: [
      { label: m.transport_pickup(), point: pickup },
      { label: shortened(destination.address), point: destination.point },
    ],
    mapLabel: m.transport_map({ destination: destination.address, distance }),
  }
}

const maxLabelLength = 20

/** Shortens a name that would overflow the drawing. */
function shortened(name: string): string {
  return name.length > maxLabelLength ? `${name.slice(0, maxLabelLength - 1)}…` : name
}

export function cancelTrouble(reason: CloseRefusal): string {
  if (reason === 'provider-down') return m.payments_provider_down()
  return reason === 'uses-transport' ? m.transport_cancel_rides() : m.room_cancel_over()
}

export const pointWords = labelsFor<PointRefusal>({
  'no-number': m.maps_no_number,
  'out-of-range': m.maps_out_of_range,
  swapped: m.maps_swapped,
  'outside-india': m.maps_outside_india,
})

/** Error messages for a fare that cannot be calculated or an application that cannot be submitted. */
export const transportTrouble = errorsFor<TransportRefusal, DraftField>({
  'no-school-location': ['', m.transport_no_school_location],
  'no-fare': ['fare_structure_id', m.transport_fare_required],
  'no-stop': ['stop_id', m.transport_stop_required],
  'no-route': ['preferred_route_id', m.transport_route_gone],
  'outside-india': ['pickup_address', m.maps_outside_india],
  'too-far': ['pickup_address', m.transport_too_far],
  'no-session': ['', m.room_no_session],
  'applied-already': ['', m.transport_applied_already],
  'fare-changed': ['', m.transport_fare_changed],
  stale: ['', m.payments_form_stale],
})

export type Trouble = ReturnType<typeof transportTrouble>
