import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { cashClosingForm } from './counter/cash-closing-fields'
import { dueKinds, lineKinds, lineStates, linkStates, paymentStates, refundStates } from './options'
import { offlineMethods, paymentMethods } from './payment-methods'
import type { FeeReceiptView } from './receipt-view'

const times = { createdAt: withDefault(column.instant), updatedAt: withDefault(column.instant) }

/**
 * A due of a student. Amounts are paise; the database refuses `paid` above amount − concession + fine. `fineRule` has
 * the text form of fine-rules.ts.
 */
export const Due = table('dues', {
  ...thingColumns,
  studentId: column.foreign,
  academicSessionId: column.foreign,
  kind: kept('accounts', column.oneOf(dueKinds)),
  sourceId: column.foreign,
  name: kept('accounts', column.text(120)),
  title: kept('accounts', column.text(120)),
  dueOn: kept('accounts', column.day),
  amountPaise: kept('accounts', column.money),
  concessionPaise: kept('accounts', withDefault(column.money)),
  finePaise: kept('accounts', withDefault(column.money)),
  fineRule: kept('accounts', orNull(column.text(200))),
  fineAccruedOn: kept('accounts', orNull(column.day)),
  fineWaivedPaise: kept('accounts', withDefault(column.money)),
  fineWaivedAt: orNull(column.instant),
  fineWaiverReason: kept({ class: 'payment_notes', replacement: 'emptyTextUnlessNull' }, orNull(column.text(200))),
  paidPaise: kept('accounts', withDefault(column.money)),
  state: withDefault(column.oneOf(['open', 'cancelled'])),
  ...times,
})

/** Parts of a due by fee head; they sum to its amount. */
export const DuePartRow = table('due_parts', {
  dueId: column.owner,
  position: column.count,
  name: kept('accounts', column.text(80)),
  amountPaise: column.money,
})

/** Payments of several students that a guardian makes together; `guardianName` is the name at that time. */
export const PaymentBasket = table('payment_baskets', {
  ...thingColumns,
  guardianId: orNull(column.foreign),
  guardianName: kept('accounts', column.text(120)),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
})

/**
 * A payment. `formKey` and `providerReference` are unique: fifty identical clicks make one row and one link.
 * `proofFileId` is the student's upload: a picture or PDF of the transfer. In a basket, the first payment holds the
 * data of the provider's link: reference, id, URL and times of checks.
 */
export const Payment = table('payments', {
  ...thingColumns,
  studentId: column.foreign,
  basketId: orNull(column.foreign),
  method: kept('accounts', column.oneOf(paymentMethods)),
  state: column.oneOf(paymentStates),
  amountPaise: kept('accounts', column.money),
  capturedPaise: kept('accounts', withDefault(column.money)),
  refundedPaise: kept('accounts', withDefault(column.money)),
  transactionId: kept('accounts', orNull(column.text(60))),
  reference: kept('payment_notes', orNull(column.text(80))),
  proofFileId: orNull(column.foreign),
  remarks: kept('payment_notes', orNull(column.text(200))),
  formKey: column.text(40),
  providerReference: kept('accounts', orNull(column.text(40))),
  providerLinkId: kept('accounts', orNull(column.text(40))),
  providerLinkUrl: kept('payment_notes', orNull(column.text(300))),
  linkState: withDefault(column.oneOf(linkStates)),
  linkExpiresAt: orNull(column.instant),
  linkClaimedUntil: orNull(column.instant),
  nextCheckAt: orNull(column.instant),
  checks: kept('nobody', withDefault(column.count)),
  failure: kept('payment_notes', orNull(column.text(200))),
  recordedBy: orNull(column.foreign),
  paidAt: orNull(column.instant),
  ...times,
})
export type Payment = NonNullable<(typeof Payment)['row']>

/** Assigns a part of a payment to a due, or takes it back; the database generates the column is_open_online. */
export const PaymentLine = table('payment_lines', {
  id: thingColumns.id,
  schoolId: column.foreign,
  paymentId: column.foreign,
  dueId: orNull(column.foreign),
  kind: column.oneOf(lineKinds),
  state: column.oneOf(lineStates),
  isOnline: column.tick,
  amountPaise: column.money,
  refundId: orNull(column.foreign),
  settledAt: orNull(column.instant),
  cashClosingId: orNull(column.foreign),
  createdAt: withDefault(column.instant),
})
export type PaymentLine = NonNullable<(typeof PaymentLine)['row']>

/** `view` is the receipt as issued; a cancelled receipt keeps its number. */
export const Receipt = table('receipts', {
  ...thingColumns,
  studentId: column.foreign,
  paymentId: column.foreign,
  financialYear: kept('accounts', column.code(7)),
  number: kept('accounts', column.count),
  view: kept('accounts', column.json<FeeReceiptView>()),
  fileId: orNull(column.foreign),
  cancelledAt: orNull(column.instant),
  issuedAt: column.instant,
})

/** `givenBy` is the method at the counter; null where the provider returns the money. */
export const Refund = table('refunds', {
  ...thingColumns,
  paymentId: column.foreign,
  amountPaise: kept('accounts', column.money),
  state: column.oneOf(refundStates),
  reason: kept('payment_notes', column.text(200)),
  givenBy: kept('accounts', orNull(column.oneOf(offlineMethods))),
  givenReference: kept('payment_notes', orNull(column.text(80))),
  formKey: column.text(40),
  providerPaymentId: kept('accounts', orNull(column.text(40))),
  providerRefundId: kept('accounts', orNull(column.text(40))),
  failure: kept('payment_notes', orNull(column.text(200))),
  requestedBy: orNull(column.foreign),
  createdAt: withDefault(column.instant),
  doneAt: orNull(column.instant),
})
export type Refund = NonNullable<(typeof Refund)['row']>

const { shownPaise: _shown, ...counted } = cashClosingForm.fields

/**
 * A cashier's count of the cash. It covers the cashier's cash received and refunded since `since`, except what an
 * earlier closing covers; `cashPaise` is the sum.
 */
export const CashClosing = table('cash_closings', {
  ...thingColumns,
  staffId: column.foreign,
  ...counted,
  cashPaise: kept('accounts', column.money),
  countedPaise: kept('accounts', column.money),
  formKey: column.text(40),
  since: column.instant,
  closedAt: column.instant,
})

/** Reminder of overdue dues to a student, at most once a day. */
export const FeeReminder = table('fee_reminders', {
  id: thingColumns.id,
  schoolId: column.foreign,
  studentId: column.foreign,
  remindedOn: kept('accounts', column.day),
  overduePaise: kept('accounts', column.money),
  sentBy: orNull(column.foreign),
  createdAt: column.instant,
})
