import { number, selectRows } from '~/database/database.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { excessSql } from './columns.server'
import { findStudentOfDues, type LockedDue, lockLedger, lockLines, openOnlinePayments, readLines } from './locks.server'
import { withLinksClosed } from './payment-links.server'
import { auditPayment, changePaid, duesToPay } from './payment-steps.server'
import { dueBalance } from './rules'
import { dueSettled } from './settle.server'
import { Payment, PaymentLine } from './tables.server'

/** Payments `p` of which the school holds money that no due has: paid ahead, or too much. */
const holdsCredit = `p.school_id = :schoolId AND p.state IN ('paid','part_refunded') AND ${excessSql} > 0`

const credit = { ...columnsOf(Payment, 'p', 'id', 'publicId', 'schoolId'), leftPaise: number(excessSql) }
type Credit = Pick<Payment, 'id' | 'publicId' | 'schoolId'> & { leftPaise: number }

/**
 * Gives credit of a student to dues of the same student, the oldest credit and the first due first: as much as there is and is owed.
 * No money moves: the payment that brought it says from then on what it was for, so that day book and receipt stay as they are.
 * Open payment links of the dues are cancelled at the provider first.
 *
 * Refuses `not-found`, `already-paid`, `wrong-amount` (another amount than `amountPaise`, which the page showed, can be used by now: also when the
 * form comes a second time), `order-in-part` (it does not reach for the whole of an order, of which goods would be paid in part) and
 * `provider-down`.
 */
export async function spendCredit(scope: SchoolScope, input: { dueIds: readonly string[]; amountPaise: number }) {
  let dueIds: number[] = []
  return withLinksClosed(
    scope,
    async () => dueIds,
    async () => {
      const studentId = await findStudentOfDues(scope, input.dueIds)
      if (studentId === null) return refused('not-found')
      await lockLedger(scope, studentId)
      const owed = await duesToPay(scope, studentId, input.dueIds)
      if (!owed.ok) return owed
      const from = `FROM payments p WHERE p.student_id = :studentId AND ${holdsCredit} ORDER BY p.id`
      const credits = await selectRows(credit, from, { schoolId: scope.schoolId, studentId })
      const usable = Math.min(sumOf(owed.value.map(dueBalance)), sumOf(credits.map(({ leftPaise }) => leftPaise)))
      if (usable === 0 || usable !== input.amountPaise) return refused('wrong-amount')
      if (givesPartOfOrder(owed.value, usable)) return refused('order-in-part')
      dueIds = owed.value.map((due) => due.id)
      if ((await openOnlinePayments(scope, dueIds)).length > 0) return refused('link-open')
      for (const due of owed.value) await giveCredit(scope, due, credits)
      return done({ usedPaise: usable })
    },
  )
}

/** Whether so much, given to the dues in their order, ends within an order of the store: that is paid whole or not at all. */
function givesPartOfOrder(dues: readonly LockedDue[], usablePaise: number): boolean {
  let left = usablePaise
  for (const due of dues) {
    const given = Math.min(left, dueBalance(due))
    if (due.kind === 'order' && given > 0 && given < dueBalance(due)) return true
    left -= given
  }
  return false
}

/** Takes what is left of the credits, in their order, for one due. */
async function giveCredit(scope: SchoolScope, due: LockedDue, credits: Credit[]): Promise<void> {
  let owed = dueBalance(due)
  for (const credit of credits) {
    const amountPaise = Math.min(owed, credit.leftPaise)
    if (amountPaise === 0) continue
    await moveToDue(credit, due.id, amountPaise)
    await changePaid(scope, due.id, amountPaise)
    await auditPayment(scope, 'credit.used', credit, { amountPaise, due: due.publicId })
    credit.leftPaise -= amountPaise
    owed -= amountPaise
  }
  if (owed === 0) await dueSettled(scope, due.id)
}

/** The lines of a payment always say where its money lies now: what the due gets, the credit has no longer. Settled when it came. */
async function moveToDue(payment: Credit, dueId: number, amountPaise: number): Promise<void> {
  let left = amountPaise
  await lockLines(payment.schoolId, await readLines(payment))
  // Again: a clerk may have divided a line while this waited for it.
  for (const line of await readLines(payment)) {
    if (line.dueId !== null || line.state !== 'settled' || line.amountPaise < 0) continue
    const taken = Math.min(left, line.amountPaise)
    if (taken === 0) return
    const rest = line.amountPaise - taken
    await PaymentLine.update(rest > 0 ? { amountPaise: rest } : { state: 'void' }, { where: { id: line.id } })
    // Cash that a closing covers already is not counted again.
    const { schoolId, paymentId, isOnline, settledAt, cashClosingId } = line
    const due = { dueId, kind: 'due' as const, state: 'settled' as const }
    const moved = { ...due, schoolId, paymentId, isOnline, settledAt, cashClosingId }
    await PaymentLine.create({ ...moved, amountPaise: taken })
    left -= taken
  }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, paise) => sum + paise, 0)
