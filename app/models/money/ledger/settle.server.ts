import { execute, selectRow, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueJob, enqueueMail } from '~/models/core/outbox/enqueue.server'
import { formatPaise } from '~/models/core/shared/money'
import { guardianReceiptUrl, receiptUrl } from './addresses.server'
import { type IssuedReceipt, issueReceipt, type ReceiptExcess } from './issue-receipt.server'
import { type LedgerScope, readDuesById, readLines } from './locks.server'
import { auditPayment, changePaid, changePayment } from './online/payment-steps.server'
import { allocate, dueBalance, nextCheckDelay, stateOfCaptured } from './rules'
import { type Payment, PaymentLine } from './tables.server'

export interface Capture {
  amountPaise: number
  /** The provider's payment id; null for office money, which is numbered with its receipt. */
  transactionId: string | null
  paidAt: Date
}

/**
 * Settles dues with a capture; no other function settles dues. Keeps the rest of the money as an excess line (an
 * advance has its own line), marks the payment paid and, the first time, issues its receipt and sends the mail. The
 * caller locks the student's ledger and counts the capture. Returns the receipt's id when one was issued.
 */
export async function settleCapture(scope: LedgerScope, payment: Payment, capture: Capture) {
  const missed = await giveToDues(scope, payment, capture)
  const first = payment.capturedPaise === 0
  const capturedPaise = payment.capturedPaise + capture.amountPaise
  const check = payment.providerReference === null ? null : nextCheckDelay('paid', 0)
  const paid = {
    state: stateOfCaptured(capturedPaise, payment.refundedPaise),
    capturedPaise,
    paidAt: payment.paidAt ?? capture.paidAt,
    transactionId: payment.transactionId ?? capture.transactionId,
    failure: null,
    checks: 0,
    nextCheckAt: check === null ? null : new Date(Date.now() + check * 1000),
  }
  const receipt = first ? await issueReceipt(scope, { ...payment, ...paid } as Payment, missed) : null
  if (receipt) paid.transactionId = receipt.transactionId
  await changePayment(payment, paid)
  const details = { amountPaise: capture.amountPaise, method: payment.method, transactionId: paid.transactionId }
  await auditPayment(scope, first ? 'payment.paid' : 'payment.captured-again', payment, details)
  if (receipt) await mailReceipt(payment, receipt)
  return { receiptPublicId: receipt?.publicId ?? null }
}

/**
 * Gives the captured money to the dues. Returns the known dues that got less than the payment requested for them,
 * because they were settled or cancelled in between.
 */
async function giveToDues(scope: LedgerScope, payment: Payment, capture: Capture): Promise<ReceiptExcess[]> {
  const lines = await readLines(payment)
  const unpaid = lines.filter((line) => line.kind === 'due' && line.state !== 'settled' && line.dueId !== null)
  const dues = await readDuesById(
    scope,
    unpaid.flatMap((line) => line.dueId ?? []),
  )
  const missed: ReceiptExcess[] = []
  const settledAt = new Date()
  const { givenPaise, excessPaise } = allocate(
    capture.amountPaise,
    unpaid.map((line) => {
      const due = dues.get(line.dueId ?? 0)
      return { askedPaise: line.amountPaise, balancePaise: due?.state === 'open' ? dueBalance(due) : 0 }
    }),
  )
  for (const [index, line] of unpaid.entries()) {
    const paidPaise = givenPaise[index] ?? 0
    const due = dues.get(line.dueId ?? 0)
    const { amountPaise } = line
    if (due && paidPaise < amountPaise)
      missed.push({ name: due.name, title: due.title, amountPaise: amountPaise - paidPaise })
    // A line without money becomes void: another payment has settled its due.
    const outcome =
      paidPaise > 0 ? { state: 'settled' as const, amountPaise: paidPaise, settledAt } : { state: 'void' as const }
    await PaymentLine.update(outcome, { where: { id: line.id } })
    if (!due || paidPaise === 0) continue
    await changePaid(scope, due.id, paidPaise)
    if (paidPaise === dueBalance(due)) await dueSettled(scope, due.id)
  }
  const advance = lines.find((line) => line.kind === 'advance' && line.state === 'open')
  if (advance) await PaymentLine.update({ state: 'settled', settledAt }, { where: { id: advance.id } })
  const tooMuch = excessPaise - (advance?.amountPaise ?? 0)
  if (tooMuch > 0) {
    await PaymentLine.create({
      schoolId: scope.schoolId,
      paymentId: payment.id,
      dueId: null,
      kind: 'excess',
      state: 'settled',
      isOnline: payment.method === 'online',
      amountPaise: tooMuch,
      settledAt,
    })
  }
  return missed
}

/**
 * Notifies the part of the app that created the due, and schedules an immediate check of links that would collect the
 * money again.
 */
export async function dueSettled(scope: LedgerScope, dueId: number): Promise<void> {
  const { schoolId } = scope
  await enqueueJob({ kind: 'due-settled', schoolId, payload: { dueId }, uniqueKey: `due-settled:${dueId}` })
  await execute(
    `UPDATE payments SET next_check_at = UTC_TIMESTAMP(3) WHERE id IN
       (SELECT payment_id FROM payment_lines WHERE due_id = :dueId AND is_open_online = 1)`,
    { dueId },
  )
}

const toldOfPayment = {
  email: textOrNull('st.email'),
  language: wordOf<Language>('st.language'),
  payer: textOrNull('b.guardian_name'),
  payerEmail: textOrNull('a.email'),
  payerLanguage: wordOf<Language | null>('a.language'),
}

/**
 * Mails that the money has arrived and where the receipt is, to the student and to the paying guardian who still has
 * rights for the child, each in their own language; skips missing addresses.
 */
export async function mailReceipt(payment: Payment, receipt: IssuedReceipt): Promise<void> {
  const { schoolId, studentId, basketId } = payment
  const recipient = await selectRow(
    toldOfPayment,
    `FROM students st LEFT JOIN payment_baskets b ON b.school_id = st.school_id AND b.id = :basketId
     LEFT JOIN guardian_links k ON k.school_id = b.school_id AND k.guardian_id = b.guardian_id AND k.student_id = st.id
       AND k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1)
     LEFT JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
     LEFT JOIN guardian_accounts a ON a.id = g.account_id AND a.status = 'active'
     WHERE st.school_id = :schoolId AND st.id = :studentId`,
    // `basketId` is undefined for an office payment that was just written.
    { schoolId, studentId, basketId: basketId ?? null },
  )
  if (!recipient) return
  const { view, number, transactionId: transaction } = receipt
  const child = view.student.name
  const amount = formatPaise(view.totalPaise, { style: 'exact' })
  const fees = view.lines.map((line) => (line.title ? `${line.feeName} – ${line.title}` : line.feeName)).join('\n')
  const write = async (
    to: string | null,
    locale: Language,
    recipientFacts: { name: string; fees: string; link: string },
  ) => {
    if (!to) return
    const facts = { ...recipientFacts, amount, number, transaction, school: view.school.name }
    await enqueueMail({
      schoolId,
      to,
      class: 'money',
      subject: m.payments_mail_received_subject(facts, { locale }),
      text: m.payments_mail_received_text(facts, { locale }),
    })
  }
  await write(recipient.email, recipient.language, { name: child, fees, link: receiptUrl(receipt.publicId) })
  const payer = { name: recipient.payer ?? '', fees: `${child}:\n${fees}`, link: guardianReceiptUrl(receipt.publicId) }
  await write(recipient.payerEmail, recipient.payerLanguage ?? recipient.language, payer)
}
