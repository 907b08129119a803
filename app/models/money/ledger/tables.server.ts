import {
  code,
  count,
  day,
  foreign,
  instant,
  json,
  money,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import { cashClosingForm } from './counter/cash-closing-fields'
import {
  dueKinds,
  lineKinds,
  lineStates,
  linkStates,
  offlineMethods,
  paymentMethods,
  paymentStates,
  refundStates,
} from './options'
import type { FeeReceiptView } from './receipt-view'

const times = { createdAt: withDefault(instant), updatedAt: withDefault(instant) }

/**
 * A due of a student. Amounts are paise; the database refuses `paid` above amount − concession + fine. `fineRule` is a
 * text of fine-rules.ts.
 */
export const Due = table('dues', {
  ...thingColumns,
  studentId: foreign,
  academicSessionId: foreign,
  kind: oneOf(dueKinds),
  sourceId: foreign,
  name: text(120),
  title: text(120),
  dueOn: day,
  amountPaise: money,
  concessionPaise: withDefault(money),
  finePaise: withDefault(money),
  fineRule: orNull(text(200)),
  fineAccruedOn: orNull(day),
  fineWaivedPaise: withDefault(money),
  fineWaivedAt: orNull(instant),
  fineWaiverReason: orNull(text(200)),
  paidPaise: withDefault(money),
  state: withDefault(oneOf(['open', 'cancelled'])),
  ...times,
})

/** Parts of a due by fee head; they sum to its amount. */
export const DuePartRow = table('due_parts', { dueId: owner, position: count, name: text(80), amountPaise: money })

/** Payments of several students that a guardian makes together; `guardianName` is the name at that time. */
export const PaymentBasket = table('payment_baskets', {
  ...thingColumns,
  guardianId: orNull(foreign),
  guardianName: text(120),
  formKey: text(40),
  createdAt: withDefault(instant),
})

/**
 * A payment. `formKey` and `providerReference` are unique: fifty identical clicks make one row and one link.
 * `proofFileId` is the student's upload: a picture or PDF of the transfer. In a basket, the first payment holds the
 * data of the provider's link: reference, id, URL and times of checks.
 */
export const Payment = table('payments', {
  ...thingColumns,
  studentId: foreign,
  basketId: orNull(foreign),
  method: oneOf(paymentMethods),
  state: oneOf(paymentStates),
  amountPaise: money,
  capturedPaise: withDefault(money),
  refundedPaise: withDefault(money),
  transactionId: orNull(text(60)),
  reference: orNull(text(80)),
  proofFileId: orNull(foreign),
  remarks: orNull(text(200)),
  formKey: text(40),
  providerReference: orNull(text(40)),
  providerLinkId: orNull(text(40)),
  providerLinkUrl: orNull(text(300)),
  linkState: withDefault(oneOf(linkStates)),
  linkExpiresAt: orNull(instant),
  linkClaimedUntil: orNull(instant),
  nextCheckAt: orNull(instant),
  checks: withDefault(count),
  failure: orNull(text(200)),
  recordedBy: orNull(foreign),
  paidAt: orNull(instant),
  ...times,
})
export type Payment = NonNullable<(typeof Payment)['row']>

/** Assigns a part of a payment to a due, or takes it back; the database generates the column is_open_online. */
export const PaymentLine = table('payment_lines', {
  id: thingColumns.id,
  schoolId: foreign,
  paymentId: foreign,
  dueId: orNull(foreign),
  kind: oneOf(lineKinds),
  state: oneOf(lineStates),
  isOnline: tick,
  amountPaise: money,
  refundId: orNull(foreign),
  settledAt: orNull(instant),
  cashClosingId: orNull(foreign),
  createdAt: withDefault(instant),
})
export type PaymentLine = NonNullable<(typeof PaymentLine)['row']>

/** `view` is the receipt as issued; a cancelled receipt keeps its number. */
export const Receipt = table('receipts', {
  ...thingColumns,
  studentId: foreign,
  paymentId: foreign,
  financialYear: code(7),
  number: count,
  view: json<FeeReceiptView>(),
  fileId: orNull(foreign),
  cancelledAt: orNull(instant),
  issuedAt: instant,
})

/** `givenBy` is the method at the counter; null where the provider returns the money. */
export const Refund = table('refunds', {
  ...thingColumns,
  paymentId: foreign,
  amountPaise: money,
  state: oneOf(refundStates),
  reason: text(200),
  givenBy: orNull(oneOf(offlineMethods)),
  givenReference: orNull(text(80)),
  formKey: text(40),
  providerPaymentId: orNull(text(40)),
  providerRefundId: orNull(text(40)),
  failure: orNull(text(200)),
  requestedBy: orNull(foreign),
  createdAt: withDefault(instant),
  doneAt: orNull(instant),
})
export type Refund = NonNullable<(typeof Refund)['row']>

const { shownPaise: _shown, ...counted } = cashClosingForm.fields

/**
 * A cashier's count of the cash: `since` is the time from which its cash was searched, `cashPaise` the sum of the
 * covered lines.
 */
export const CashClosing = table('cash_closings', {
  ...thingColumns,
  staffId: foreign,
  ...counted,
  cashPaise: money,
  countedPaise: money,
  formKey: text(40),
  since: instant,
  closedAt: instant,
})

/** Reminder of overdue dues to a student, at most once a day. */
export const FeeReminder = table('fee_reminders', {
  id: thingColumns.id,
  schoolId: foreign,
  studentId: foreign,
  remindedOn: day,
  overduePaise: money,
  sentBy: orNull(foreign),
  createdAt: instant,
})
