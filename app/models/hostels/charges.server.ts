import { reopenDues } from '~/models/ledger/cancel-dues.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { chargesIn, daysOf, depositPeriod, firstPeriod, type Subscriber } from '~/models/subscriptions/charges.server'
import type { LockedApplication } from './lock-application.server'
import { monthBegins, monthEnds } from './rules'

const { raiseCharge, ...steps } = chargesIn({
  applications: 'hostel_applications',
  charges: 'hostel_charges',
  column: 'month',
  kind: 'hostel',
})
export const { chargesOf, endCharges, withLinksClosed, allDues, itsDues, moneyColumns } = steps

type Charged = Pick<
  LockedApplication,
  | 'id'
  | 'schoolId'
  | 'studentId'
  | 'hostelName'
  | 'roomNumber'
  | 'academicSessionId'
  | 'checkInDate'
  | 'rentPaise'
  | 'depositPaise'
  | 'mealPaise'
  | 'feePaise'
>

/** A step of applying: raises the deposit (where the hostel wants one) and the first month, to be paid by the day of moving in. */
export async function raiseFirstCharges(scope: LedgerScope, application: Charged): Promise<void> {
  const { depositPaise, feePaise, checkInDate: dueOn } = application
  const title = titleOf(application)
  if (depositPaise > 0) {
    const parts = [{ name: 'Security deposit', amountPaise: depositPaise }]
    await raiseCharge(scope, application, depositPeriod, { name: 'Hostel deposit', title, dueOn, parts })
  }
  const parts = [...monthParts(application), { name: 'Processing fee', amountPaise: feePaise }]
  await raiseCharge(scope, application, firstPeriod, { name: 'Hostel first month', title, dueOn, parts })
}

/** A step of the worker: raises the rent of a later month of a stay that begins on `startsOn`. Once, however often it is asked for. */
export async function raiseMonth(
  scope: LedgerScope,
  application: Charged,
  { startsOn, month }: { startsOn: string; month: number },
): Promise<void> {
  const begins = monthBegins(startsOn, month)
  const title = `${titleOf(application)}, ${daysOf(begins, monthEnds(startsOn, month))}`
  const due = { name: 'Hostel rent', title, dueOn: begins, parts: monthParts(application) }
  await raiseCharge(scope, application, month, due)
}

const titleOf = ({ hostelName, roomNumber }: Charged) => `${hostelName}, ${roomNumber}`

function monthParts({ rentPaise, mealPaise }: Charged) {
  return [
    { name: 'Room rent', amountPaise: rentPaise },
    { name: 'Meals', amountPaise: mealPaise },
  ]
}

/** A step of getting a bed after waiting: what is not owed meanwhile is owed again, by the day of moving in or today. */
export async function reopenCharges(scope: LedgerScope, application: Subscriber, dueOn: string): Promise<void> {
  const cancelled = (await chargesOf(scope, application)).filter((charge) => charge.state === 'cancelled')
  const ids = cancelled.map((charge) => charge.duePublicId)
  await reopenDues(scope, application.studentId, ids, dueOn)
}
