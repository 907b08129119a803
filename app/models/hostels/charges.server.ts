import { execute, select } from '~/database/connection.server'
import { endDues, reopenDues } from '~/models/ledger/cancel-dues.server'
import { type NewDue, raiseDues } from '~/models/ledger/dues.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import type { LockedApplication } from './lock-application.server'
import { monthBegins, monthEnds } from './rules'

/** Months of `hostel_charges` that are paid at first: the deposit and the first month with the processing fee. */
export const depositMonth = 0
export const firstMonth = 1

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
  const { rentPaise, depositPaise, mealPaise, feePaise, checkInDate } = application
  const base = dueBase(application)
  if (depositPaise > 0) {
    const parts = [{ name: 'Security deposit', amountPaise: depositPaise }]
    const due = { ...base, name: 'Hostel deposit', dueOn: checkInDate, amountPaise: depositPaise, parts }
    await raiseCharge(scope, application, depositMonth, due)
  }
  const parts = [...monthParts(application), { name: 'Processing fee', amountPaise: feePaise }].filter(notFree)
  const amountPaise = rentPaise + mealPaise + feePaise
  const first = { ...base, name: 'Hostel first month', dueOn: checkInDate, amountPaise, parts }
  await raiseCharge(scope, application, firstMonth, first)
}

/** A step of the worker: raises the rent of a later month of a stay that begins on `startsOn`. Once, however often it is asked for. */
export async function raiseMonth(
  scope: LedgerScope,
  application: Charged,
  { startsOn, month }: { startsOn: string; month: number },
): Promise<void> {
  const begins = monthBegins(startsOn, month)
  const base = dueBase(application)
  const due = {
    ...base,
    name: 'Hostel rent',
    title: `${base.title}, ${numeric(begins)}–${numeric(monthEnds(startsOn, month))}`,
    dueOn: begins,
    amountPaise: application.rentPaise + application.mealPaise,
    parts: monthParts(application).filter(notFree),
  }
  await raiseCharge(scope, application, month, due)
}

function dueBase({ studentId, academicSessionId, hostelName, roomNumber }: Charged) {
  return { studentId, academicSessionId, kind: 'hostel' as const, title: `${hostelName}, ${roomNumber}` }
}

function monthParts({ rentPaise, mealPaise }: Charged) {
  return [
    { name: 'Room rent', amountPaise: rentPaise },
    { name: 'Meals', amountPaise: mealPaise },
  ]
}

const notFree = ({ amountPaise }: { amountPaise: number }) => amountPaise > 0

/** `1/12/2026`: a day that reads the same in every language. */
function numeric(day: string): string {
  return `${Number(day.slice(8))}/${Number(day.slice(5, 7))}/${day.slice(0, 4)}`
}

async function raiseCharge(
  scope: LedgerScope,
  application: Charged,
  month: number,
  due: Omit<NewDue, 'sourceId'>,
): Promise<void> {
  const own = { schoolId: application.schoolId, applicationId: application.id, month }
  await execute(
    `INSERT INTO hostel_charges (school_id, application_id, month, created_at)
     VALUES (:schoolId, :applicationId, :month, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE month = month`,
    own,
  )
  const [charge] = await select<{ id: number }>(
    'SELECT id FROM hostel_charges WHERE application_id = :applicationId AND month = :month',
    { applicationId: application.id, month },
  )
  if (!charge) throw new Error('The charge that was written is gone')
  await raiseDues(scope, [{ ...due, sourceId: charge.id }])
}

export interface ChargeDue {
  month: number
  dueId: number
  duePublicId: string
  name: string
  title: string
  /** YYYY-MM-DD */
  dueOn: string
  state: 'open' | 'cancelled'
  amountPaise: number
  paidPaise: number
}

/** What an application has raised in the ledger, in the order of the months: the deposit first. */
export function chargesOf(scope: LedgerScope, application: { id: number; studentId: number }): Promise<ChargeDue[]> {
  return select<ChargeDue>(
    `SELECT c.month, d.id AS dueId, d.public_id AS duePublicId, d.name, d.title, d.due_on AS dueOn, d.state,
       d.amount_paise - d.concession_paise + d.fine_paise AS amountPaise, d.paid_paise AS paidPaise
     FROM hostel_charges c JOIN dues d ON d.school_id = c.school_id AND d.student_id = :studentId AND d.kind = 'hostel'
       AND d.source_id = c.id
     WHERE c.school_id = :schoolId AND c.application_id = :applicationId ORDER BY c.month`,
    { schoolId: scope.schoolId, studentId: application.studentId, applicationId: application.id },
  )
}

/** What a place that is over holds and may have to go back, in paise. Not in it: months that were lived in, whose rent stays paid. */
export interface EndedMoney {
  depositPaise: number
  /** The deposit, and what is owed no longer but was paid. */
  toDecidePaise: number
}

/**
 * A step of ending: what the application raised is owed no longer, from month `from` on (and the deposit, where that is not paid yet).
 * Answers the money to decide about, or null when an open link has to be closed first.
 */
export async function endCharges(
  scope: LedgerScope,
  application: { id: number; studentId: number },
  { from }: { from: number },
): Promise<EndedMoney | null> {
  const charges = await chargesOf(scope, application)
  const ending = charges.filter(
    (charge) => charge.month >= from || (charge.month === depositMonth && charge.paidPaise < charge.amountPaise),
  )
  const ended = await endDues(
    scope,
    application.studentId,
    ending.map((charge) => charge.dueId),
  )
  if (!ended) return null
  const deposits = charges.filter((charge) => charge.month === depositMonth)
  const over = charges.filter(
    (charge) => charge.month !== depositMonth && (charge.state === 'cancelled' || ending.includes(charge)),
  )
  const depositPaise = paidOf(deposits)
  return { depositPaise, toDecidePaise: depositPaise + paidOf(over) }
}

function paidOf(charges: readonly ChargeDue[]): number {
  return charges.reduce((sum, charge) => sum + charge.paidPaise, 0)
}

/** A step of getting a bed after waiting: what is not owed meanwhile is owed again, by the day of moving in or today. */
export async function reopenCharges(
  scope: LedgerScope,
  application: { id: number; studentId: number },
  dueOn: string,
): Promise<void> {
  const cancelled = (await chargesOf(scope, application)).filter((charge) => charge.state === 'cancelled')
  const ids = cancelled.map((charge) => charge.duePublicId)
  await reopenDues(scope, application.studentId, ids, dueOn)
}
