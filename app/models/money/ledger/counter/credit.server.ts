import { number, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { excessSql } from '../books/columns.server'
import {
  findStudentOfDues,
  type LockedDue,
  lockLedger,
  lockLines,
  openOnlinePayments,
  readLines,
} from '../locks.server'
import { withLinksClosed } from '../online/payment-links.server'
import { auditPayment, changePaid, duesToPay } from '../online/payment-steps.server'
import { dueBalance } from '../rules'
import { dueSettled } from '../settle.server'
import { Payment, PaymentLine } from '../tables.server'

/** Payments `p` with credit: money without a due, paid in advance or in excess. */
const holdsCredit = `p.school_id = :schoolId AND p.state IN ('paid','part_refunded') AND ${excessSql} > 0`

const credit = { ...columnsOf(Payment, 'p', 'id', 'publicId', 'schoolId'), leftPaise: number(excessSql) }
type Credit = Pick<Payment, 'id' | 'publicId' | 'schoolId'> & { leftPaise: number }

/**
 * Applies a student's credit to dues, the oldest credit and the first due first, until credit or dues run out. No money
 * moves: only the payment's lines change, not day book and receipt. Closes open payment links of the dues first.
 * Refuses `not-found`, `already-paid`, `wrong-amount` (the usable credit is not the `amountPaise` that the page showed,
 * or a first submission has used it), `order-in-part` (the credit covers only part of a store order) and
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

/**
 * Returns true when this amount, applied to the dues in order, would pay only part of a store order: orders are paid in
 * full or not at all.
 */
function givesPartOfOrder(dues: readonly LockedDue[], usablePaise: number): boolean {
  let left = usablePaise
  for (const due of dues) {
    const appliedPaise = Math.min(left, dueBalance(due))
    if (due.kind === 'order' && appliedPaise > 0 && appliedPaise < dueBalance(due)) return true
    left -= appliedPaise
  }
  return false
}

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

/**
 * Moves credit to a due by splitting lines: the lines of a payment always show where its money is now. Keeps the
 * original settlement time.
 */
async function moveToDue(payment: Credit, dueId: number, amountPaise: number): Promise<void> {
  let left = amountPaise
  await lockLines(payment.schoolId, await readLines(payment))
  // Reads the lines again, because a clerk may have split one before the lock was acquired.
  for (const line of await readLines(payment)) {
    if (line.dueId !== null || line.state !== 'settled' || line.amountPaise < 0) continue
    const usedPaise = Math.min(left, line.amountPaise)
    if (usedPaise === 0) return
    const rest = line.amountPaise - usedPaise
    await PaymentLine.update(rest > 0 ? { amountPaise: rest } : { state: 'void' }, { where: { id: line.id } })
    // Keeps the cash closing of the line, so that no later closing counts the cash again.
    const { schoolId, paymentId, isOnline, settledAt, cashClosingId } = line
    const due = { dueId, kind: 'due' as const, state: 'settled' as const }
    const moved = { ...due, schoolId, paymentId, isOnline, settledAt, cashClosingId }
    await PaymentLine.create({ ...moved, amountPaise: usedPaise })
    left -= usedPaise
  }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, paise) => sum + paise, 0)
