import { Fragment } from 'react'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatPaise } from '~/models/core/shared/money'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { paymentsHolding } from '~/models/money/ledger/counter/give-back.server'
import { saysWhichRefund, wantedReference } from '~/models/money/ledger/schema'
import { cancellationForm } from '~/models/money/shop/office-fields'
import { cancelOrderByOffice } from '~/models/money/shop/orders/cancel-order.server'
import { findOrder } from '~/models/money/shop/orders/office-orders.server'
import { mayCancelOrder, orderNumber } from '~/models/money/shop/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Cancel the order', { hasForm: true })

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

const refusals = {
  over: 'It was handed over or cancelled in the meantime.',
  'paid-meanwhile':
    'The amount paid for it has changed in the meantime. Check the refund below and send the form again.',
  'say-how': 'Choose the refund method.',
  'payment-under-way': 'A payment for it is in progress. Confirm or refuse it under Collections first.',
  'provider-down':
    'The student has an open online payment for this, and Razorpay did not answer when we tried to close it. Nothing was cancelled. Try again in a minute; it expires by itself within half an hour.',
  'not-paid': 'The payment can no longer be refunded.',
  'too-small': 'Razorpay cannot refund less than ₹1. Refund the payment by hand first.',
  'too-much': 'A part of it has already been refunded. Open the page again.',
  'one-capture-at-a-time': 'The payment was received in two parts. Refund it in two parts under Collections first.',
}

const page = deciding({
  may: 'orders:handle',
  /** The order with the possible refund. Only users who may correct payments may pay money out. */
  find: async (scope: SchoolScope, at: string, staff: StaffSession) => {
    const order = await findOrder(scope, at)
    const payments = order?.due ? await paymentsHolding(scope, order.due.id) : []
    const sum = (online: boolean) =>
      payments.reduce((so, payment) => (payment.isOnline === online ? so + payment.amountPaise : so), 0)
    const [onlinePaise, officePaise] = [sum(true), sum(false)]
    const mayPayOut = mayStaff(staff.role, 'payments:correct')
    return order && { order, onlinePaise, officePaise, paidPaise: onlinePaise + officePaise, mayPayOut }
  },
  form: cancellationForm,
  schema: ({ officePaise }) =>
    schemaOf(cancellationForm, ({ givenBy, givenReference, givenPaise }, say) => {
      if (officePaise === 0) return
      if (givenBy === null) say('givenBy', 'Choose the refund method')
      else if ((givenPaise ?? 0) > 0 && !saysWhichRefund({ given_by: givenBy, given_reference: givenReference })) {
        say('givenReference', wantedReference.error)
      }
    }),
  more: ({ order, onlinePaise, officePaise, paidPaise }) => ({
    number: orderNumber(order),
    student: order.studentName,
    onlinePaise,
    officePaise,
    paidPaise,
  }),
  obstacle: ({ order, paidPaise, mayPayOut }) => {
    if (!mayCancelOrder(order.state, 'office')) return 'It has been handed over or cancelled already.'
    return paidPaise === 0 || mayPayOut
      ? null
      : 'It is paid, and cancelling it refunds the money. Ask the owner or accounts.'
  },
  asksPassword: { when: ({ paidPaise }) => paidPaise > 0, as: 'password' },
  // A user who may not pay money out can cancel only an unpaid order.
  decide: (scope, at, { givenPaise, ...given }, { mayPayOut }) =>
    cancelOrderByOffice(scope, at, { ...given, givenPaise: mayPayOut ? givenPaise : 0 }),
  refusals,
  decided: schoolPaths.order,
  title: 'Cancelled!',
  message: ({ value }) => (value > 0 ? `${exact(value)} will be refunded.` : ''),
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: cancellationForm,
  title: ({ more }) => `Cancel order ${more.number}?`,
  context: ({ more }) => more.student,
  submit: ({ more }) => (more.paidPaise > 0 ? 'Cancel the order and refund' : 'Cancel the order'),
  obstacleTitle: 'It cannot be cancelled',
  backHref: ({ at }) => schoolPaths.order(at),
  passwordHint: 'Enter it again, because money is paid out',
  known: ({ more: { officePaise, paidPaise } }) => ({
    givenPaise: {
      row: ([given]) => (
        <Fragment key="given">
          <input type="hidden" name={given?.name} value={paidPaise} />
          {officePaise > 0 ? <p>{`${exact(officePaise)} was paid at the office and is refunded there.`}</p> : null}
        </Fragment>
      ),
    },
    ...(officePaise > 0 ? { givenBy: { isRequired: true } } : { givenBy: null, givenReference: null }),
  }),
  explanation: ({ more: { onlinePaise } }) => (
    <>
      <p>Its pieces can be sold again, and its dues are cancelled. This cannot be undone.</p>
      {onlinePaise > 0 ? (
        <p>{`${exact(onlinePaise)} will be refunded by Razorpay to the account or card it came from, within a few days.`}</p>
      ) : null}
    </>
  ),
})
