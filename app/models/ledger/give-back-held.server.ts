import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { endDues } from './end-dues.server'
import { giveBackDue, heldByDues, paymentsOfDue } from './give-back-due.server'
import type { OfflineMethod } from './options'
import type { RefundRefusal } from './request-refund.server'

/** A due of something that is over: a place in a hostel, a seat in a bus. */
export interface DueOfThePast {
  dueId: number
  duePublicId: string
  name: string
  title: string
  state: 'open' | 'cancelled'
  amountPaise: number
  paidPaise: number
  /** What it holds usually goes back. */
  goesBack: boolean
  /** The deposit: what is still owed of the others lowers what usually goes back of it. */
  isDeposit: boolean
}

/** What of a due is still to be paid, in paise. */
function restOf({ state, amountPaise, paidPaise }: DueOfThePast): number {
  return state === 'open' ? amountPaise - paidPaise : 0
}

/** What one due of something that is over still holds, and what of it would usually go back, in paise. */
export interface HeldDue {
  duePublicId: string
  name: string
  title: string
  heldPaise: number
  suggestedPaise: number
  /** The rest of it that is still owed: nothing of such a due goes back. */
  owedPaise: number
  /** Some of it was taken by the office, which says how it hands it back. */
  hasOfficeMoney: boolean
}

export interface HeldMoney {
  held: HeldDue[]
  /** What was used and not paid, in paise. */
  owedPaise: number
  /** By how much the suggestion for the deposit is lower therefore. */
  loweredPaise: number
}

/** What the school holds of something that is over, due by due; those that hold nothing are left out. */
export async function heldOfDues(scope: SchoolScope, dues: readonly DueOfThePast[]): Promise<HeldMoney> {
  const holding = await heldByDues(
    scope,
    dues.map((due) => due.dueId),
  )
  const owedPaise = dues.reduce((sum, due) => sum + restOf(due), 0)
  let loweredPaise = 0
  const held = dues.flatMap((due): HeldDue[] => {
    const money = holding.get(due.dueId)
    if (!money) return []
    const { duePublicId, name, title } = due
    let suggestedPaise = due.goesBack ? money.heldPaise : 0
    if (due.isDeposit) {
      loweredPaise = Math.min(owedPaise, suggestedPaise)
      suggestedPaise -= loweredPaise
    }
    return [{ duePublicId, name, title, ...money, suggestedPaise, owedPaise: restOf(due) }]
  })
  return { held, owedPaise, loweredPaise }
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

export type GiveBackRefusal =
  | 'say-how'
  | 'say-why'
  | 'rest-owed'
  | 'link-open'
  | Extract<RefundRefusal, 'not-found' | 'too-much' | 'too-small' | 'one-capture-at-a-time' | 'not-paid'>

/**
 * A step of a refund decision: gives back what was decided of each due, which is owed no longer. Online
 * money goes back through the provider, money of the office has been handed out as said. Answers what goes back and what is kept of
 * what usually would, in paise. `keyOf` makes the once-only key of a due's refund.
 *
 * Refuses `say-why` (less than usual goes back without remarks), `say-how` (office money without a method), `rest-owed` (of what was used
 * and is not paid in full: what is owed of it would be forgiven), `link-open`, and what `requestRefund` refuses.
 */
export async function giveBackHeld<Past extends DueOfThePast>(
  scope: SchoolScope,
  { studentId, dues, what }: { studentId: number; dues: readonly Past[]; what: string },
  decision: RefundDecision,
  keyOf: (due: Past) => string,
): Promise<Outcome<{ givenPaise: number; deductedPaise: number }, GiveBackRefusal>> {
  const wanted = new Map(decision.amounts.map((one) => [one.duePublicId, one.amountPaise]))
  let givenPaise = 0
  let deductedPaise = 0
  for (const due of dues) {
    const amountPaise = wanted.get(due.duePublicId) ?? 0
    if (due.goesBack) deductedPaise += due.paidPaise - amountPaise
    if (amountPaise === 0) continue
    const payments = await paymentsOfDue(scope, due.dueId)
    if (decision.givenBy === null && payments.some((payment) => !payment.isOnline)) return refused('say-how')
    if (!due.goesBack && restOf(due) > 0) return refused('rest-owed')
    // Nothing is owed for what goes back: the thing is over.
    if (!(await endDues(scope, studentId, [due.dueId]))) return refused('link-open')
    const given = await giveBackDue(
      scope,
      { id: due.dueId, publicId: due.duePublicId },
      {
        reason: decision.remarks ?? what,
        givenBy: decision.givenBy,
        givenReference: decision.givenReference,
        // Several dues may have been paid by one payment: each part of it is an act of its own.
        key: keyOf(due),
        amountPaise,
      },
    )
    if (!given.ok) return given
    givenPaise += given.value
  }
  if (deductedPaise > 0 && !decision.remarks) return refused('say-why')
  return done({ givenPaise, deductedPaise })
}
