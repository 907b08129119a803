import { execute, number, type RowOf, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import type { Outcome } from '~/models/core/shared/outcome'
import { endDues } from '~/models/money/ledger/cancel-dues.server'
import { type NewDue, raiseDues } from '~/models/money/ledger/dues.server'
import { type LedgerScope, openOnlinePayments } from '~/models/money/ledger/locks.server'
import { withLinksClosed as withDuesClosed } from '~/models/money/ledger/online/payment-links.server'

/** Period numbers of a subscription's charges: the deposit, and the first paid period. */
export const depositPeriod = 0
export const firstPeriod = 1

/**
 * Subscription that students apply for and then pay by period: its tables, the column that counts periods, and the
 * kind of its dues. Without `kind`, the dues have the kind stored in the application.
 */
type Subscription = {
  applications: 'hostel_applications' | 'transport_applications'
  charges: 'hostel_charges' | 'transport_charges'
  column: 'month' | 'period'
  kind?: NewDue['kind']
}

export type Subscriber = { id: number; studentId: number }

type Charged = Subscriber & { schoolId: number; academicSessionId: number }

const chargeDue = {
  dueId: number('d.id'),
  duePublicId: text('d.public_id'),
  name: text('d.name'),
  title: text('d.title'),
  /** YYYY-MM-DD */
  dueOn: text('d.due_on'),
  state: wordOf<'open' | 'cancelled'>('d.state'),
  amountPaise: number('d.amount_paise - d.concession_paise + d.fine_paise'),
  paidPaise: number('d.paid_paise'),
}
export type ChargeDue = RowOf<typeof chargeDue> & { period: number }

export interface EndedMoney {
  depositPaise: number
  /** Money that may be refunded: the deposit, and payments for cancelled periods, but not for periods already used. */
  toDecidePaise: number
  paidPaise: number
}

/** Functions that raise and cancel the charges of a subscription's applications. */
export function chargesIn({ applications, charges, column, kind }: Subscription) {
  const kindOfIt = kind ? `'${kind}'` : 'a.kind'
  const isItsDue = `d.school_id = a.school_id AND d.student_id = a.student_id AND d.kind = ${kindOfIt} AND d.source_id = c.id`
  const allDues = `FROM ${applications} a JOIN ${charges} c ON c.application_id = a.id JOIN dues d ON ${isItsDue}`

  /** Subquery over the charges of the outer application `a`; `joins` extend its dues `d`. */
  const itsDues = (joins = '') => `FROM ${charges} c JOIN dues d ON ${isItsDue} ${joins} WHERE c.application_id = a.id`

  /** Raises the charge of one period in the ledger, in the caller's transaction. Idempotent. */
  async function raiseCharge(
    scope: LedgerScope,
    { id: applicationId, studentId, schoolId, academicSessionId }: Charged,
    period: number,
    due: Pick<NewDue, 'name' | 'title' | 'dueOn' | 'parts'>,
  ): Promise<void> {
    await execute(
      `INSERT INTO ${charges} (school_id, application_id, ${column}, created_at)
       VALUES (:schoolId, :applicationId, :period, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE ${column} = ${column}`,
      { schoolId, applicationId, period },
    )
    const charge = await selectRow(
      { sourceId: number('c.id'), kind: wordOf<NewDue['kind']>(kindOfIt) },
      `FROM ${charges} c JOIN ${applications} a ON a.id = c.application_id
       WHERE c.application_id = :applicationId AND c.${column} = :period`,
      { applicationId, period },
    )
    if (!charge) throw new Error('The charge that was written is gone')
    const parts = due.parts.filter(({ amountPaise }) => amountPaise > 0)
    const amountPaise = parts.reduce((sum, part) => sum + part.amountPaise, 0)
    await raiseDues(scope, [{ ...due, ...charge, studentId, academicSessionId, parts, amountPaise }])
  }

  /** Lists the dues of an application by period, the deposit first. */
  function chargesOf({ schoolId }: LedgerScope, { id, studentId }: Subscriber): Promise<ChargeDue[]> {
    return selectRows(
      { period: number(`c.${column}`), ...chargeDue },
      `${allDues} WHERE a.school_id = :schoolId AND a.id = :id AND a.student_id = :studentId ORDER BY c.${column}`,
      { schoolId, id, studentId },
    )
  }

  /**
   * Cancels the charges of these periods in the caller's transaction; paid money stays. Returns false when an open
   * payment link must be closed first.
   */
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
    allDues,
    itsDues,

    moneyColumns: {
      owedPaise: number(
        `COALESCE((SELECT SUM(GREATEST(0, d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise)) ${itsDues()} AND d.state = 'open'), 0)`,
      ),
      paidPaise: number(`COALESCE((SELECT SUM(d.paid_paise) ${itsDues()}), 0)`),
    },

    /**
     * Runs in the caller's transaction when an application ends: cancels the charges from the period `from` on, and an
     * unpaid deposit. Returns the money to decide about, or null when an open payment link must be closed first.
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

    /** Runs the ledger's `withLinksClosed` for all dues of an application. */
    withLinksClosed<Value, Reason extends string>(
      scope: LedgerScope,
      publicId: string,
      work: () => Promise<Outcome<Value, Reason | 'link-open'>>,
    ): Promise<Outcome<Value, Reason | 'provider-down'>> {
      const duesOf = async () => {
        const values = { schoolId: scope.schoolId, publicId }
        const condition = 'WHERE a.school_id = :schoolId AND a.public_id = :publicId'
        return (await selectRows({ id: number('d.id') }, `${allDues} ${condition}`, values)).map(({ id }) => id)
      }
      return withDuesClosed(scope, duesOf, work)
    },
  }
}

const duesIn = (charges: readonly ChargeDue[], periods: readonly number[]) =>
  charges.filter((charge) => periods.includes(charge.period)).map((charge) => charge.dueId)

const paidOf = (charges: readonly ChargeDue[]) => charges.reduce((sum, charge) => sum + charge.paidPaise, 0)

/** Balance of charges, in paise. */
export function owedOf(charges: readonly ChargeDue[]): number {
  return unpaidOf(charges).reduce((sum, charge) => sum + charge.amountPaise - charge.paidPaise, 0)
}

export function unpaidOf(charges: readonly ChargeDue[]): ChargeDue[] {
  return charges.filter((charge) => charge.state === 'open' && charge.paidPaise < charge.amountPaise)
}

export function moneyOf(charges: ChargeDue[]) {
  return { charges, owedPaise: owedOf(charges), paidPaise: paidOf(charges) }
}

/** Returns whether a payment link is open that could still pay one of these periods. */
export async function hasOpenLink(
  scope: LedgerScope,
  charges: readonly ChargeDue[],
  periods: readonly number[],
): Promise<boolean> {
  return (await openOnlinePayments(scope, duesIn(charges, periods))).length > 0
}

/** Formats `1/12/2026–31/12/2026`, which is the same in every language. */
export function dayRange(begins: string, ends: string): string {
  const numeric = (day: string) => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}/${day.slice(0, 4)}`
  return `${numeric(begins)}–${numeric(ends)}`
}
