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
import { chargesOf, depositMonth } from './charges.server'
import { lockApplication } from './lock-application.server'
import { tellApplicant } from './tell-applicant.server'

/** The dues of a place that is over. */
async function duesOf(
  scope: SchoolScope,
  application: { id: number; studentId: number; checkedOutOn: string | null },
): Promise<Array<DueOfThePast & { month: number }>> {
  const isNoStay = application.checkedOutOn === null
  return (await chargesOf(scope, application)).map((charge) => ({
    ...charge,
    goesBack: isNoStay || charge.month === depositMonth || charge.state === 'cancelled',
    isDeposit: charge.month === depositMonth,
  }))
}

/**
 * What the school holds of a place that is over. Of a stay the deposit goes back less the rent that is still owed, of a place that came
 * to nothing everything; a month that was paid but never begun as well (its due is cancelled).
 */
export async function heldOf(
  scope: SchoolScope,
  application: { id: number; studentId: number; checkedOutOn: string | null },
): Promise<HeldMoney> {
  return heldOfDues(scope, await duesOf(scope, application))
}

export type DecideRefusal = 'not-found' | 'nothing-open' | GiveBackRefusal

/**
 * The school decides what goes back of the money for a place that is over; the rest is kept. Once. Answers how much goes back, in paise.
 * Refuses `not-found`, `nothing-open` (decided already, or nothing is held), and what `giveBackHeld` does.
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
    const { studentId, hostelName, roomNumber } = application
    const past = { studentId, dues: await duesOf(scope, application), what: `${hostelName}, ${roomNumber}` }
    const keyOf = ({ month }: { month: number }) => `h${application.publicId}m${month}`
    const given = await giveBackHeld(scope, past, decision, keyOf)
    if (!given.ok) return given
    const { givenPaise, deductedPaise } = given.value
    await execute(
      `UPDATE hostel_applications SET refund_state = 'decided', refund_remarks = :remarks, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, remarks: decision.remarks },
    )
    const subject = { kind: 'hostel-application', id: application.id }
    const details = { hostel: hostelName, room: roomNumber, givenPaise, deductedPaise }
    await recordAudit(scope, { action: 'hostel-application.refund-decided', subject, details })
    await tellApplicant(scope, application, { kind: 'refund-decided', givenPaise, remarks: decision.remarks })
    return done(givenPaise)
  })
}
