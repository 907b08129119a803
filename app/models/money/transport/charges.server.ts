import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { chargesIn, dayRange, depositPeriod, firstPeriod } from '~/models/money/subscriptions/charges.server'
import type { LockedApplication } from './decide/lock-application.server'
import { periodBegins, periodEnds } from './rules'

const { raiseCharge, ...steps } = chargesIn({
  applications: 'transport_applications',
  charges: 'transport_charges',
  column: 'period',
})
export const { chargesOf, endCharges, endPeriods, withLinksClosed, allDues, moneyColumns } = steps

/**
 * Runs in the caller's transaction on approval: charges the deposit, if the fare has one, and the first period, both
 * due on the first day of travel.
 */
export async function raiseFirstCharges(
  scope: LedgerScope,
  application: LockedApplication,
  { startsOn, dueOn }: { startsOn: string; dueOn: string },
): Promise<void> {
  const { depositPaise, fareName } = application
  if (depositPaise > 0) {
    const parts = [{ name: 'Security deposit', amountPaise: depositPaise }]
    await raiseCharge(scope, application, depositPeriod, { name: 'Transport deposit', title: fareName, dueOn, parts })
  }
  await raisePeriod(scope, application, { startsOn, period: firstPeriod, dueOn })
}

/** Runs in the caller's transaction: charges one period. `startsOn` is the first day of travel. Idempotent. */
export async function raisePeriod(
  scope: LedgerScope,
  application: LockedApplication,
  { startsOn, period, dueOn }: { startsOn: string; period: number; dueOn: string },
): Promise<void> {
  const { paymentPlan, periodPaise, fareName } = application
  const days = dayRange(periodBegins(startsOn, paymentPlan, period), periodEnds(startsOn, paymentPlan, period))
  const parts = [{ name: 'Fare', amountPaise: periodPaise }]
  await raiseCharge(scope, application, period, { name: 'Transport fare', title: `${fareName}, ${days}`, dueOn, parts })
}
