import { execute } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { heldMoneyOfDues, type RefundDecision, refundHeldDues } from '~/models/money/ledger/counter/give-back.server'
import { moneyOut } from '~/models/people/second-person/money-out.server'
import { type ChargeDue, depositPeriod, type Subscriber } from './charges.server'

export type RefundResult = { givenPaise: number; deductedPaise: number; remarks: string | null }

type Refunds<Over, Locked> = {
  applications: 'hostel_applications' | 'transport_applications'
  lock: (scope: SchoolScope, key: { publicId: string }) => Promise<Locked | null>
  chargesOf: (scope: SchoolScope, application: Subscriber) => Promise<ChargeDue[]>
  /** True if the student used the bed or seat before the application ended: then periods that had begun stay paid. */
  wasUsed: (application: Over) => boolean
  /** Purpose of the money, for the ledger. */
  called: (application: Locked) => string
  /** Idempotency key of the refund of a period. */
  keyOf: (application: Locked, period: number) => string
  /** Notifies the student and writes the audit entry. */
  tell: (scope: SchoolScope, application: Locked, decided: RefundResult) => Promise<void>
}

/** Creates the functions that calculate and decide the refund of applications that have ended. */
export function refundsIn<
  Over extends Subscriber,
  Locked extends Over & { publicId: string; refundState: 'none' | 'open' | 'decided' },
>({ applications, lock, chargesOf, wasUsed, called, keyOf, tell }: Refunds<Over, Locked>) {
  const duesOf = async (scope: SchoolScope, application: Over) =>
    (await chargesOf(scope, application)).map((charge) => ({
      ...charge,
      goesBack: !wasUsed(application) || charge.period === depositPeriod || charge.state === 'cancelled',
      isDeposit: charge.period === depositPeriod,
    }))
  return {
    /**
     * Calculates the refundable money of an application that has ended. If the bed or seat was never used, all of it;
     * otherwise the deposit less the balance due, and the paid periods that never began (their dues are cancelled).
     */
    async heldOf(scope: SchoolScope, application: Over) {
      return heldMoneyOfDues(scope, await duesOf(scope, application))
    },

    /**
     * Decides once how much of the money is refunded; the school keeps the rest. Returns the refund in paise. Refuses
     * `not-found`, `nothing-open` (already decided, or no money held), and whatever `refundHeldDues` refuses. Above the
     * school's limit the decision waits for a second person (see `moneyOut`).
     */
    decideRefund(scope: SchoolScope, publicId: string, decision: RefundDecision) {
      const kind = applications === 'hostel_applications' ? ('hostel-refund' as const) : ('transport-refund' as const)
      return moneyOut(scope, { kind, subject: publicId, payload: decision }, async () => {
        const application = await lock(scope, { publicId })
        if (!application) return refused('not-found')
        if (application.refundState !== 'open') return refused('nothing-open')
        const { id, studentId } = application
        const past = { studentId, dues: await duesOf(scope, application), what: called(application) }
        const refund = await refundHeldDues(scope, past, decision, ({ period }) => keyOf(application, period))
        if (!refund.ok) return refund
        await execute(
          `UPDATE ${applications} SET refund_state = 'decided', refund_remarks = :remarks, updated_at = UTC_TIMESTAMP(3)
           WHERE school_id = :schoolId AND id = :id`,
          { schoolId: scope.schoolId, id, remarks: decision.remarks },
        )
        await tell(scope, application, { ...refund.value, remarks: decision.remarks })
        return done(refund.value.givenPaise)
      })
    },
  }
}
