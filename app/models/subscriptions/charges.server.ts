import { execute, select, selectOne } from '~/database/database.server'
import { endDues } from '~/models/ledger/cancel-dues.server'
import { type NewDue, raiseDues } from '~/models/ledger/dues.server'
import { type LedgerScope, openOnlinePayments } from '~/models/ledger/locks.server'
import { withLinksClosed as withDuesClosed } from '~/models/ledger/payment-links.server'
import type { Outcome } from '~/models/shared/outcome'

/** Periods of a subscription's charges: the deposit, and the first that is paid. */
export const depositPeriod = 0
export const firstPeriod = 1

/** What is applied for and then paid by the period: its tables, the charges' column that counts periods, and of which kind its dues are. */
type Subscription<Kind extends NewDue['kind']> = {
  applications: 'hostel_applications' | 'transport_applications'
  charges: 'hostel_charges' | 'transport_charges'
  column: 'month' | 'period'
  /** Of all its dues; without it each application has the kind of its own. */
  kind?: Kind
}

/** An application as its charges know it. */
export type Subscriber = { id: number; studentId: number; kind?: NewDue['kind'] }

type Charged = Subscriber & { schoolId: number; academicSessionId: number }

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

/** What an application that is over holds, in paise. */
export interface EndedMoney {
  depositPaise: number
  /** The deposit, and what is owed no longer but was paid. Not in it: periods that were used, which stay paid. */
  toDecidePaise: number
  paidPaise: number
}

/** The steps that raise and end what the applications of a subscription are charged. */
export function chargesIn<Kind extends NewDue['kind']>({ applications, charges, column, kind }: Subscription<Kind>) {
  const kindOf = (application: Subscriber) => {
    const own = kind ?? application.kind
    if (!own) throw new Error(`Dues of ${charges} are of no kind`)
    return own
  }

  /** A step: raises the charge of one period in the ledger. Once, however often it is asked for. */
  async function raiseCharge(
    scope: LedgerScope,
    application: Charged,
    period: number,
    due: Pick<NewDue, 'name' | 'title' | 'dueOn' | 'parts'>,
  ): Promise<void> {
    const { studentId, academicSessionId } = application
    const own = { applicationId: application.id, period }
    await execute(
      `INSERT INTO ${charges} (school_id, application_id, ${column}, created_at)
       VALUES (:schoolId, :applicationId, :period, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE ${column} = ${column}`,
      { schoolId: application.schoolId, ...own },
    )
    const where = `WHERE application_id = :applicationId AND ${column} = :period`
    const charge = await selectOne<{ id: number }>(`SELECT id FROM ${charges} ${where}`, own)
    if (!charge) throw new Error('The charge that was written is gone')
    const parts = due.parts.filter(({ amountPaise }) => amountPaise > 0)
    const amountPaise = parts.reduce((sum, part) => sum + part.amountPaise, 0)
    const whose = { studentId, academicSessionId, kind: kindOf(application), sourceId: charge.id }
    await raiseDues(scope, [{ ...due, ...whose, parts, amountPaise }])
  }

  /** What an application has raised in the ledger, in the order of the periods: the deposit first. */
  function chargesOf(scope: LedgerScope, application: Subscriber): Promise<ChargeDue[]> {
    return select<ChargeDue>(
      `SELECT c.${column} AS period, d.id AS dueId, d.public_id AS duePublicId, d.name, d.title, d.due_on AS dueOn, d.state,
         d.amount_paise - d.concession_paise + d.fine_paise AS amountPaise, d.paid_paise AS paidPaise
       FROM ${charges} c JOIN dues d ON d.school_id = c.school_id AND d.student_id = :studentId AND d.kind = :kind
         AND d.source_id = c.id
       WHERE c.school_id = :schoolId AND c.application_id = :applicationId ORDER BY c.${column}`,
      {
        schoolId: scope.schoolId,
        studentId: application.studentId,
        kind: kindOf(application),
        applicationId: application.id,
      },
    )
  }

  /** A step: these charges are owed no longer; what they hold stays. False when an open link has to be closed first. */
  function endPeriods(
    scope: LedgerScope,
    { studentId }: { studentId: number },
    all: readonly ChargeDue[],
    periods: readonly number[],
  ): Promise<boolean> {
    return endDues(scope, studentId, duesIn(all, periods))
  }

  return {
    raiseCharge,
    chargesOf,
    endPeriods,

    /**
     * A step of ending: what the application raised is owed no longer, from the period `from` on (and the deposit, where that is not paid
     * yet). Answers the money to decide about, or null when an open link has to be closed first.
     */
    async endCharges(
      scope: LedgerScope,
      application: Subscriber,
      { from }: { from: number },
    ): Promise<EndedMoney | null> {
      const all = await chargesOf(scope, application)
      const isDeposit = ({ period }: ChargeDue) => period === depositPeriod
      const ending = all.filter(
        (charge) => charge.period >= from || (isDeposit(charge) && charge.paidPaise < charge.amountPaise),
      )
      const periods = ending.map(({ period }) => period)
      if (!(await endPeriods(scope, application, all, periods))) return null
      const over = all.filter(
        (charge) => !isDeposit(charge) && (charge.state === 'cancelled' || ending.includes(charge)),
      )
      const depositPaise = paidOf(all.filter(isDeposit))
      return { depositPaise, toDecidePaise: depositPaise + paidOf(over), paidPaise: paidOf(all) }
    },

    /** As the ledger's, for the links of everything that an application raised. */
    withLinksClosed<Value, Reason extends string>(
      scope: LedgerScope,
      publicId: string,
      work: () => Promise<Outcome<Value, Reason | 'link-open'>>,
    ): Promise<Outcome<Value, Reason | 'provider-down'>> {
      const duesOf = async () => {
        const application = await selectOne<Subscriber>(
          `SELECT id, student_id AS studentId${kind ? '' : ', kind'} FROM ${applications}
           WHERE school_id = :schoolId AND public_id = :publicId`,
          { schoolId: scope.schoolId, publicId },
        )
        return application ? (await chargesOf(scope, application)).map((charge) => charge.dueId) : []
      }
      return withDuesClosed(scope, duesOf, work)
    },
  }
}

const duesIn = (charges: readonly ChargeDue[], periods: readonly number[]) =>
  charges.filter((charge) => periods.includes(charge.period)).map((charge) => charge.dueId)

const paidOf = (charges: readonly ChargeDue[]) => charges.reduce((sum, charge) => sum + charge.paidPaise, 0)

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
  return (await openOnlinePayments(scope, duesIn(charges, periods))).length > 0
}

/** `1/12/2026–31/12/2026`: days that read the same in every language. */
export function daysOf(begins: string, ends: string): string {
  const numeric = (day: string) => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}/${day.slice(0, 4)}`
  return `${numeric(begins)}–${numeric(ends)}`
}
