import { execute } from '~/database/database.server'
import { giveBackHeld, heldOfDues, type RefundDecision } from '~/models/ledger/give-back.server'
import { moneyOut } from '~/models/second-person/money-out.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type ChargeDue, depositPeriod, type Subscriber } from './charges.server'

/** What was decided: how much goes back and what is kept, in paise. */
export type Decided = { givenPaise: number; deductedPaise: number; remarks: string | null }

type Refunds<Over, Locked> = {
  applications: 'hostel_applications' | 'transport_applications'
  lock: (scope: SchoolScope, which: { publicId: string }) => Promise<Locked | null>
  chargesOf: (scope: SchoolScope, application: Subscriber) => Promise<ChargeDue[]>
  /** It was used before it ended: periods that had begun stay paid. */
  wasUsed: (application: Over) => boolean
  /** What the money was for, in the ledger's words. */
  called: (application: Locked) => string
  /** What names the refund of a period once and for all. */
  keyOf: (application: Locked, period: number) => string
  /** Tells the student and the audit log. */
  tell: (scope: SchoolScope, application: Locked, decided: Decided) => Promise<void>
}

/** How the school decides what goes back of an application that is over. */
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
     * What the school holds of an application that is over. Of one that was used the deposit goes back less what is still owed, of one that
     * came to nothing everything; a period that was paid but never begun as well (its due is cancelled).
     */
    async heldOf(scope: SchoolScope, application: Over) {
      return heldOfDues(scope, await duesOf(scope, application))
    },

    /**
     * The school decides what goes back of the money for an application that is over; the rest is kept. Once. Answers how much goes back,
     * in paise. Refuses `not-found`, `nothing-open` (decided already, or nothing is held), and what `giveBackHeld` does. Where more goes back
     * than the school's amount, the decision waits for a second person, as `moneyOut` says.
     */
    decideRefund(scope: SchoolScope, publicId: string, decision: RefundDecision) {
      const kind = applications === 'hostel_applications' ? ('hostel-refund' as const) : ('transport-refund' as const)
      return moneyOut(scope, { kind, subject: publicId, payload: decision }, async () => {
        const application = await lock(scope, { publicId })
        if (!application) return refused('not-found')
        if (application.refundState !== 'open') return refused('nothing-open')
        const { id, studentId } = application
        const past = { studentId, dues: await duesOf(scope, application), what: called(application) }
        const given = await giveBackHeld(scope, past, decision, ({ period }) => keyOf(application, period))
        if (!given.ok) return given
        await execute(
          `UPDATE ${applications} SET refund_state = 'decided', refund_remarks = :remarks, updated_at = UTC_TIMESTAMP(3)
           WHERE school_id = :schoolId AND id = :id`,
          { schoolId: scope.schoolId, id, remarks: decision.remarks },
        )
        await tell(scope, application, { ...given.value, remarks: decision.remarks })
        return done(given.value.givenPaise)
      })
    },
  }
}
