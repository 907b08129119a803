import { execute, exists, number, selectRows } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { reopenDues } from '~/models/money/ledger/cancel-dues.server'
import { withdrawDues } from '~/models/money/ledger/dues.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import {
  chargesIn,
  dayRange,
  depositPeriod,
  firstPeriod,
  type Subscriber,
  unpaidOf,
} from '~/models/money/subscriptions/charges.server'
import type { LockedApplication } from '../decide/lock-application.server'
import { monthBegins, monthEnds, monthlyNow } from '../rules'

const { raiseCharge, ...steps } = chargesIn({
  applications: 'hostel_applications',
  charges: 'hostel_charges',
  column: 'month',
  kind: 'hostel',
})
export const { chargesOf, endCharges, withLinksClosed, allDues, itsDues, moneyColumns } = steps

/**
 * Returns true when money, an attempted payment or a concession has touched the application's dues: then they stay as
 * they are.
 */
export function areChargesTouched({ schoolId }: LedgerScope, { id }: { id: number }): Promise<boolean> {
  return exists(
    `${allDues} WHERE a.school_id = :schoolId AND a.id = :id AND (d.paid_paise > 0 OR d.concession_paise > 0
       OR EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id))`,
    { schoolId, id },
  )
}

/** Deletes untouched charges in the caller's transaction, so that they can be created again for another room. */
export async function withdrawCharges(scope: SchoolScope, { id, studentId }: Subscriber): Promise<void> {
  const values = { schoolId: scope.schoolId, id }
  const charges = await selectRows(
    { id: number('id') },
    'FROM hostel_charges WHERE school_id = :schoolId AND application_id = :id',
    values,
  )
  await withdrawDues(scope, { kind: 'hostel', sourceIds: charges.map((charge) => charge.id), studentId })
  await execute('DELETE FROM hostel_charges WHERE school_id = :schoolId AND application_id = :id', values)
}

/**
 * Changes the due date of the unpaid deposit and first month in the caller's transaction. Returns false when an open
 * payment link has to be closed first.
 */
export async function postponeCharges(scope: LedgerScope, application: Subscriber, dueOn: string): Promise<boolean> {
  const unpaid = unpaidOf(await chargesOf(scope, application))
  const periods = unpaid.map(({ period }) => period)
  if (!(await steps.endPeriods(scope, application, unpaid, periods))) return false
  const ids = unpaid.map((charge) => charge.duePublicId)
  await reopenDues(scope, application.studentId, ids, dueOn)
  return true
}

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
  | 'nextRentPaise'
  | 'nextMealPaise'
>

/**
 * Runs in the caller's transaction when a student applies: creates the dues for the deposit (if the hostel has one) and
 * for the first month, both due by the day of moving in.
 */
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

/**
 * Creates the due for a later month of a stay that begins on `startsOn`, in the worker's transaction; repeated calls
 * create it only once.
 */
export async function raiseMonth(
  scope: LedgerScope,
  application: Charged,
  { startsOn, month }: { startsOn: string; month: number },
): Promise<void> {
  const begins = monthBegins(startsOn, month)
  const title = `${titleOf(application)}, ${dayRange(begins, monthEnds(startsOn, month))}`
  const due = { name: 'Hostel rent', title, dueOn: begins, parts: monthParts(monthlyNow(application)) }
  await raiseCharge(scope, application, month, due)
}

const titleOf = ({ hostelName, roomNumber }: Charged) => `${hostelName}, ${roomNumber}`

function monthParts({ rentPaise, mealPaise }: Pick<Charged, 'rentPaise' | 'mealPaise'>) {
  return [
    { name: 'Room rent', amountPaise: rentPaise },
    { name: 'Meals', amountPaise: mealPaise },
  ]
}

/**
 * Runs in the caller's transaction when a waiting applicant gets a bed: reopens the dues that were cancelled while the
 * applicant waited, due by `dueOn`. An application made for the waiting list has no dues yet: they are created now.
 */
export async function oweFirstCharges(scope: LedgerScope, application: Charged, dueOn: string): Promise<void> {
  const charges = await chargesOf(scope, application)
  if (charges.length === 0) return raiseFirstCharges(scope, { ...application, checkInDate: dueOn })
  const ids = charges.filter((charge) => charge.state === 'cancelled').map((charge) => charge.duePublicId)
  await reopenDues(scope, application.studentId, ids, dueOn)
}
