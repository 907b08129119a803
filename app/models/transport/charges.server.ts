import { execute, select, selectOne } from '~/database/connection.server'
import { endDues } from '~/models/ledger/cancel-dues.server'
import { type NewDue, raiseDues } from '~/models/ledger/dues.server'
import { type LedgerScope, openOnlinePayments } from '~/models/ledger/locks.server'
import type { LockedApplication } from './lock-application.server'
import type { ApplicationKind } from './options'
import { periodBegins, periodEnds } from './rules'

/** Periods of `transport_charges`: the deposit, and the first that is paid. */
export const depositPeriod = 0
export const firstPeriod = 1

type Charged = Pick<
  LockedApplication,
  | 'id'
  | 'schoolId'
  | 'studentId'
  | 'academicSessionId'
  | 'kind'
  | 'fareName'
  | 'paymentPlan'
  | 'periodPaise'
  | 'depositPaise'
>

/** A step of approving: raises the deposit (once, where there is one) and the first period, to be paid by the first day of riding. */
export async function raiseFirstCharges(
  scope: LedgerScope,
  application: Charged,
  { startsOn, dueOn }: { startsOn: string; dueOn: string },
): Promise<void> {
  const { depositPaise, fareName } = application
  if (depositPaise > 0) {
    const parts = [{ name: 'Security deposit', amountPaise: depositPaise }]
    const due = { name: 'Transport deposit', title: fareName, dueOn, amountPaise: depositPaise, parts }
    await raiseCharge(scope, application, depositPeriod, due)
  }
  await raisePeriod(scope, application, { startsOn, period: firstPeriod, dueOn })
}

/** A step: raises one period of a ride that begins on `startsOn`. Once, however often it is asked for. */
export async function raisePeriod(
  scope: LedgerScope,
  application: Charged,
  { startsOn, period, dueOn }: { startsOn: string; period: number; dueOn: string },
): Promise<void> {
  const { paymentPlan, periodPaise, fareName } = application
  const begins = periodBegins(startsOn, paymentPlan, period)
  const days = `${numeric(begins)}–${numeric(periodEnds(startsOn, paymentPlan, period))}`
  const due = {
    name: 'Transport fare',
    title: `${fareName}, ${days}`,
    dueOn,
    amountPaise: periodPaise,
    parts: [{ name: 'Fare', amountPaise: periodPaise }],
  }
  await raiseCharge(scope, application, period, due)
}

/** `1/12/2026`: a day that reads the same in every language. */
function numeric(day: string): string {
  return `${Number(day.slice(8))}/${Number(day.slice(5, 7))}/${day.slice(0, 4)}`
}

async function raiseCharge(
  scope: LedgerScope,
  application: Charged,
  period: number,
  due: Pick<NewDue, 'name' | 'title' | 'dueOn' | 'amountPaise' | 'parts'>,
): Promise<void> {
  const { studentId, academicSessionId, kind } = application
  await execute(
    `INSERT INTO transport_charges (school_id, application_id, period, created_at)
     VALUES (:schoolId, :applicationId, :period, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE period = period`,
    { schoolId: application.schoolId, applicationId: application.id, period },
  )
  const charge = await selectOne<{ id: number }>(
    'SELECT id FROM transport_charges WHERE application_id = :applicationId AND period = :period',
    { applicationId: application.id, period },
  )
  if (!charge) throw new Error('The charge that was written is gone')
  await raiseDues(scope, [{ ...due, studentId, academicSessionId, kind, sourceId: charge.id }])
}

export interface ChargeDue {
  period: number
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

/** What an application has raised in the ledger, in the order of the periods: the deposit first. */
export function chargesOf(
  scope: LedgerScope,
  application: { id: number; studentId: number; kind: ApplicationKind },
): Promise<ChargeDue[]> {
  return select<ChargeDue>(
    `SELECT c.period, d.id AS dueId, d.public_id AS duePublicId, d.name, d.title, d.due_on AS dueOn, d.state,
       d.amount_paise - d.concession_paise + d.fine_paise AS amountPaise, d.paid_paise AS paidPaise
     FROM transport_charges c JOIN dues d ON d.school_id = c.school_id AND d.student_id = :studentId AND d.kind = :kind
       AND d.source_id = c.id
     WHERE c.school_id = :schoolId AND c.application_id = :applicationId ORDER BY c.period`,
    {
      schoolId: scope.schoolId,
      studentId: application.studentId,
      kind: application.kind,
      applicationId: application.id,
    },
  )
}

/** What is still owed of charges, in paise. */
export function owedOf(charges: readonly ChargeDue[]): number {
  return charges
    .filter((charge) => charge.state === 'open')
    .reduce((sum, charge) => sum + Math.max(0, charge.amountPaise - charge.paidPaise), 0)
}

/** Whether one of these periods could still be paid through a link that is open. */
export async function hasOpenLink(
  scope: LedgerScope,
  charges: readonly ChargeDue[],
  periods: readonly number[],
): Promise<boolean> {
  const dues = charges.filter((charge) => periods.includes(charge.period)).map((charge) => charge.dueId)
  return (await openOnlinePayments(scope, dues)).length > 0
}

/** A step: these charges are owed no longer; what they hold stays. False when an open link has to be closed first. */
export function endPeriods(
  scope: LedgerScope,
  { studentId }: { studentId: number },
  charges: readonly ChargeDue[],
  periods: readonly number[],
): Promise<boolean> {
  const ending = charges.filter((charge) => periods.includes(charge.period))
  return endDues(
    scope,
    studentId,
    ending.map((charge) => charge.dueId),
  )
}

/**
 * A step of ending: what the application raised is owed no longer, from `period` on (and the deposit, where that is not paid yet).
 * Answers what it all holds, in paise, or null when an open link has to be closed first.
 */
export async function endCharges(
  scope: LedgerScope,
  application: { id: number; studentId: number; kind: ApplicationKind },
  { from }: { from: number },
): Promise<number | null> {
  const charges = await chargesOf(scope, application)
  const ending = charges.filter(
    (charge) => charge.period >= from || (charge.period === depositPeriod && charge.paidPaise < charge.amountPaise),
  )
  const periods = ending.map((charge) => charge.period)
  const ended = await endPeriods(scope, application, charges, periods)
  return ended ? charges.reduce((sum, charge) => sum + charge.paidPaise, 0) : null
}
