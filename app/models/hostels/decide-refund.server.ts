import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { endDues } from '~/models/ledger/end-dues.server'
import { giveBackDue, heldByDues, paymentsOfDue } from '~/models/ledger/give-back-due.server'
import type { OfflineMethod } from '~/models/ledger/options'
import type { RefundRefusal } from '~/models/ledger/request-refund.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type ChargeDue, chargesOf, depositMonth } from './charges.server'
import { lockApplication } from './lock-application.server'
import { tellApplicant } from './tell-applicant.server'

/** What one due of a place that is over still holds, and what of it would usually go back, in paise. */
export interface HeldDue {
  duePublicId: string
  name: string
  title: string
  heldPaise: number
  suggestedPaise: number
  /** The rest of it that is still owed: nothing of such a month goes back. */
  owedPaise: number
  /** Some of it was taken by the office, which says how it hands it back. */
  hasOfficeMoney: boolean
}

export interface HeldMoney {
  held: HeldDue[]
  /** Rent of months that were lived in and not paid, in paise. */
  owedPaise: number
  /** By how much the suggestion for the deposit is lower therefore. */
  loweredPaise: number
}

/**
 * What the school holds of a place that is over. Of a stay the deposit goes back less the rent that is still owed, of a place that came
 * to nothing everything; a month that was paid but never begun as well (its due is cancelled).
 */
export async function heldOf(
  scope: SchoolScope,
  application: { id: number; studentId: number; checkedOutOn: string | null },
): Promise<HeldMoney> {
  const charges = await chargesOf(scope, application)
  const holding = await heldByDues(
    scope,
    charges.map((charge) => charge.dueId),
  )
  const owedPaise = charges.reduce((sum, charge) => sum + restOf(charge), 0)
  let loweredPaise = 0
  const held = charges.flatMap((charge): HeldDue[] => {
    const money = holding.get(charge.dueId)
    if (!money) return []
    const { duePublicId, name, title } = charge
    let suggestedPaise = usuallyGoesBack(application, charge) ? money.heldPaise : 0
    if (charge.month === depositMonth) {
      loweredPaise = Math.min(owedPaise, suggestedPaise)
      suggestedPaise -= loweredPaise
    }
    return [{ duePublicId, name, title, ...money, suggestedPaise, owedPaise: restOf(charge) }]
  })
  return { held, owedPaise, loweredPaise }
}

/** What of it is still to be paid, in paise. */
function restOf(charge: ChargeDue): number {
  return charge.state === 'open' ? charge.amountPaise - charge.paidPaise : 0
}

function usuallyGoesBack(application: { checkedOutOn: string | null }, charge: ChargeDue): boolean {
  return application.checkedOutOn === null || charge.month === depositMonth || charge.state === 'cancelled'
}

export interface RefundDecision {
  /** What goes back of each due, in paise; what is not named stays. */
  amounts: ReadonlyArray<{ duePublicId: string; amountPaise: number }>
  /** Told to the student: what was deducted and why. */
  remarks: string | null
  /** How money that the office took is handed back. */
  givenBy: OfflineMethod | null
  givenReference: string | null
}

export type DecideRefusal =
  | 'not-found'
  | 'nothing-open'
  | 'say-how'
  | 'say-why'
  | 'rest-owed'
  | 'link-open'
  | Extract<RefundRefusal, 'too-much' | 'too-small' | 'one-capture-at-a-time' | 'not-paid'>

/** Throws the whole transaction away: a decision stands with all its refunds or not at all. */
class CannotGiveBack extends Error {
  constructor(readonly reason: DecideRefusal) {
    super(reason)
  }
}

/**
 * The school decides what goes back of the money for a place that is over; the rest is kept. Once. Online money goes back through the
 * provider, money of the office has been handed out as said. Answers how much goes back, in paise.
 *
 * Refuses `not-found`, `nothing-open` (decided already, or nothing is held), `say-why` (less than usual goes back without remarks),
 * `say-how` (office money without a method), `rest-owed` (of a month that was lived in and is not paid in full: what is owed of it would
 * be forgiven), `link-open`, and what `requestRefund` refuses.
 */
export async function decideRefund(
  scope: SchoolScope,
  publicId: string,
  decision: RefundDecision,
): Promise<Outcome<number, DecideRefusal>> {
  try {
    return await inTransaction(async (tx) => {
      const application = await lockApplication(scope, { publicId }, tx)
      if (!application) return refused('not-found')
      if (application.refundState !== 'open') return refused('nothing-open')
      const wanted = new Map(decision.amounts.map((one) => [one.duePublicId, one.amountPaise]))
      let givenPaise = 0
      let deductedPaise = 0
      for (const charge of await chargesOf(scope, application, tx)) {
        const amountPaise = wanted.get(charge.duePublicId) ?? 0
        if (usuallyGoesBack(application, charge)) deductedPaise += charge.paidPaise - amountPaise
        if (amountPaise === 0) continue
        const payments = await paymentsOfDue(scope, charge.dueId, tx)
        if (decision.givenBy === null && payments.some((payment) => !payment.isOnline))
          throw new CannotGiveBack('say-how')
        if (!usuallyGoesBack(application, charge) && restOf(charge) > 0) throw new CannotGiveBack('rest-owed')
        // Nothing is owed for what goes back: the place is over.
        if (!(await endDues(scope, application.studentId, [charge.dueId], tx))) throw new CannotGiveBack('link-open')
        const given = await giveBackDue(
          scope,
          { id: charge.dueId, publicId: charge.duePublicId },
          {
            reason: decision.remarks ?? `${application.hostelName}, ${application.roomNumber}`,
            givenBy: decision.givenBy,
            givenReference: decision.givenReference,
            // Several dues may have been paid by one payment: each part of it is an act of its own.
            key: `h${application.publicId}m${charge.month}`,
            amountPaise,
          },
          tx,
        )
        if (!given.ok) throw new CannotGiveBack(given.reason)
        givenPaise += given.value
      }
      if (deductedPaise > 0 && !decision.remarks) throw new CannotGiveBack('say-why')
      await execute(
        `UPDATE hostel_applications SET refund_state = 'decided', refund_remarks = :remarks, updated_at = UTC_TIMESTAMP(3)
         WHERE school_id = :schoolId AND id = :id`,
        { schoolId: scope.schoolId, id: application.id, remarks: decision.remarks },
        tx,
      )
      const subject = { kind: 'hostel-application', id: application.id }
      const details = { hostel: application.hostelName, room: application.roomNumber, givenPaise, deductedPaise }
      await recordAudit(scope, { action: 'hostel-application.refund-decided', subject, details }, tx)
      await tellApplicant(scope, application, { kind: 'refund-decided', givenPaise, remarks: decision.remarks }, tx)
      return done(givenPaise)
    })
  } catch (error) {
    if (error instanceof CannotGiveBack) return refused(error.reason)
    throw error
  }
}
