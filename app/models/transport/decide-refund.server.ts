import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import {
  type DueOfThePast,
  type GiveBackRefusal,
  giveBackHeld,
  type HeldMoney,
  heldOfDues,
  type RefundDecision,
} from '~/models/ledger/give-back.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { chargesOf, depositPeriod } from './charges.server'
import { lockApplication } from './lock-application.server'
import type { ApplicationKind } from './options'
import { tellRider } from './tell-rider.server'

type Over = { id: number; studentId: number; kind: ApplicationKind; endedOn: string | null }

/** The dues of an application that is over. */
async function duesOf(scope: SchoolScope, application: Over): Promise<Array<DueOfThePast & { period: number }>> {
  const neverRode = application.endedOn === null
  return (await chargesOf(scope, application)).map((charge) => ({
    ...charge,
    goesBack: neverRode || charge.period === depositPeriod || charge.state === 'cancelled',
    isDeposit: charge.period === depositPeriod,
  }))
}

/**
 * What the school holds of an application that is over. Of somebody who rode the deposit goes back less what is still owed, of one that came to nothing
 * everything; a period that was paid but never begun as well (its due is cancelled).
 */
export async function heldOf(scope: SchoolScope, application: Over): Promise<HeldMoney> {
  return heldOfDues(scope, await duesOf(scope, application))
}

export type DecideRefusal = 'not-found' | 'nothing-open' | GiveBackRefusal

/**
 * The school decides what goes back of the money for an application that is over; the rest is kept. Once. Answers how much goes back, in
 * paise. Refuses `not-found`, `nothing-open` (decided already, or nothing is held), and what `giveBackHeld` does.
 */
export function decideRefund(
  scope: SchoolScope,
  publicId: string,
  decision: RefundDecision,
): Promise<Outcome<number, DecideRefusal>> {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.refundState !== 'open') return refused('nothing-open')
    const { studentId, fareName } = application
    const past = { studentId, dues: await duesOf(scope, application), what: fareName }
    const keyOf = ({ period }: { period: number }) => `t${application.publicId}p${period}`
    const given = await giveBackHeld(scope, past, decision, keyOf)
    if (!given.ok) return given
    const { givenPaise, deductedPaise } = given.value
    await execute(
      `UPDATE transport_applications SET refund_state = 'decided', refund_remarks = :remarks, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, remarks: decision.remarks },
    )
    const subject = { kind: 'transport-application', id: application.id }
    const details = { fare: fareName, givenPaise, deductedPaise }
    await recordAudit(scope, { action: 'transport-application.refund-decided', subject, details })
    await tellRider(scope, application, { kind: 'refund-decided', givenPaise, remarks: decision.remarks })
    return done(givenPaise)
  })
}
