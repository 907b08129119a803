import { m } from '~/language/paraglide/messages'
import type { Point } from '~/models/shared/geo'
import { formatPaise } from '~/models/shared/money'
import type { CloseRefusal } from './close-application.server'
import type { PaymentPlan, ShownStatus } from './options'
import type { FareQuote } from './quote-fare.server'
import { kmOf, type PlanPrice } from './rules'

const money = (paise: number) => formatPaise(paise, { style: 'short' })

export function transportStatusWord(status: ShownStatus): string {
  return {
    pending: m.transport_status_pending,
    approved: m.transport_status_approved,
    payment_completed: m.transport_status_payment_completed,
    active: m.transport_status_active,
    suspended: m.transport_status_suspended,
    rejected: m.transport_status_rejected,
    cancelled: m.transport_status_cancelled,
  }[status]()
}

export function planWord(plan: PaymentPlan): string {
  return { monthly: m.transport_plan_monthly, quarterly: m.transport_plan_quarterly, annual: m.transport_plan_annual }[
    plan
  ]()
}

/** How often a plan is paid. */
export function planRhythm(plan: PaymentPlan): string {
  return { monthly: m.transport_every_month, quarterly: m.transport_every_quarter, annual: m.transport_every_year }[
    plan
  ]()
}

/** `12.4 km` */
export function kmWord(metres: number): string {
  return m.transport_kilometres({ count: kmOf(metres) })
}

/** A plan as a card to choose. */
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
  }
}

export type PlanView = ReturnType<typeof planView>

/** What a calculated fare is shown as. */
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
    plans: quote.plans.map(planView),
    ...wayView(pickup, quote.destination, distance),
  }
}

export type FareView = ReturnType<typeof fareView>

/** What a map shows: the way from the pickup location to where its length is measured to. */
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

/** A long name would leave the drawing. */
function shortened(name: string): string {
  return name.length > maxLabelLength ? `${name.slice(0, maxLabelLength - 1)}…` : name
}

/** Why an application was not taken back. */
export function cancelTrouble(reason: CloseRefusal): string {
  if (reason === 'provider-down') return m.payments_provider_down()
  return reason === 'rides' ? m.transport_cancel_rides() : m.room_cancel_over()
}
