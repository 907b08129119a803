import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HandedBack, Obstacle } from '~/components/decisions/refund-parts'
import { type FormResult, fieldProps, TextField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import {
  foundOr404,
  isPasswordFresh,
  parseForm,
  passwordRefusal,
  redirectWithToast,
  requireStaff,
} from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { paymentsOfDue } from '~/models/ledger/give-back.server'
import { formatPaise } from '~/models/shared/money'
import { cancelOrderByOffice } from '~/models/shop/cancel-order.server'
import { findOrder } from '~/models/shop/office-orders.server'
import { cancellationSchema } from '~/models/shop/office-schema'
import { maxReasonLength } from '~/models/shop/options'
import { mayBeCancelled, orderNumber } from '~/models/shop/rules'
import { addressIdsOf } from '~/office/form.server'

export const handle = pageTitle(() => 'Cancel the order', { hasForm: true })

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

/** The order with what would go back. Money leaves the school only by those who may correct payments. */
async function readForCancellation(staff: StaffSession, params: LoaderFunctionArgs['params']) {
  const order = foundOr404(await findOrder(staff.scope, addressIdsOf(params)))
  const payments = order.due ? await paymentsOfDue(staff.scope, order.due.id) : []
  const sum = (online: boolean) =>
    payments.reduce((so, payment) => (payment.isOnline === online ? so + payment.amountPaise : so), 0)
  const [onlinePaise, officePaise] = [sum(true), sum(false)]
  const obstacle = !mayBeCancelled(order.state, 'office')
    ? 'It has been handed over or cancelled already.'
    : onlinePaise + officePaise > 0 && !mayStaff(staff.role, 'payments:correct')
      ? 'It is paid, and cancelling it refunds the money. Ask the owner or accounts.'
      : null
  return { order, onlinePaise, officePaise, obstacle }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'orders:handle')
  const { order, ...money } = await readForCancellation(staff, params)
  return {
    id: order.publicId,
    number: orderNumber(order),
    student: order.studentName,
    ...money,
    asksPassword: money.onlinePaise + money.officePaise > 0 && !isPasswordFresh(staff),
  }
}

const refusals = {
  over: 'It was handed over or cancelled in the meantime.',
  'paid-meanwhile':
    'The amount paid for it has changed in the meantime. Check the refund below and send the form again.',
  'say-how': 'Choose the refund method.',
  'payment-under-way': 'A payment for it is in progress. Confirm or refuse it under Collections first.',
  'provider-down':
    'The student has an open online payment for this, and Razorpay did not answer when we tried to close it. Nothing was cancelled. Try again in a minute; it expires by itself within half an hour.',
  'not-paid': 'No part of the payment can be refunded any more.',
  'too-small': 'Razorpay cannot refund less than ₹1. Refund the payment by hand first.',
  'too-much': 'A part of it has already been refunded. Open the page again.',
  'one-capture-at-a-time': 'The payment was received in two parts. Refund it in two parts under Collections first.',
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'orders:handle')
  const { order, onlinePaise, officePaise, obstacle } = await readForCancellation(staff, params)
  const schema = cancellationSchema({ hasOfficeMoney: officePaise > 0 })
  const form = await parseForm(request, schema, { secret: ['password'] })
  if (!form.ok) return form.reply()
  if (obstacle) return form.refuse(obstacle)
  if (onlinePaise + officePaise > 0) {
    const wrongPassword = await passwordRefusal(request, staff, form.value.password)
    if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  }
  const { reason, given_paise, given_by = null, given_reference } = form.value
  const outcome = await cancelOrderByOffice(staff.scope, order.publicId, {
    reason,
    // Whoever may not give money back cancels what is unpaid at this moment, or nothing.
    givenPaise: mayStaff(staff.role, 'payments:correct') ? given_paise : 0,
    givenBy: given_by,
    givenReference: given_reference,
  })
  if (outcome.ok) {
    const back = outcome.value > 0 ? `${exact(outcome.value)} will be refunded.` : undefined
    return redirectWithToast(schoolPaths.order(order.publicId), {
      type: 'success',
      title: 'Cancelled!',
      message: back,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(refusals[outcome.reason])
}

export default function CancelOrderPage() {
  const view = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Cancel order ${view.number}?`} context={view.student} />
      {view.obstacle ? (
        <Obstacle title="It cannot be cancelled" backHref={schoolPaths.order(view.id)}>
          {view.obstacle}
        </Obstacle>
      ) : (
        <CancelOrderForm {...view} lastResult={lastResult} />
      )}
    </>
  )
}

type Fields = { reason: string; given_by: string; given_reference: string; password: string }

type CancelOrderFormProps = Pick<
  Awaited<ReturnType<typeof loader>>,
  'id' | 'onlinePaise' | 'officePaise' | 'asksPassword'
> & { lastResult: FormResult | undefined }

/** Why, and where it is paid what goes back by the provider and what across the counter, and how. */
function CancelOrderForm({ id, onlinePaise, officePaise, asksPassword, lastResult }: CancelOrderFormProps) {
  const state = useServerForm<Fields>({ id: 'cancellation', lastResult, defaultValue: { given_by: 'cash' } })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit={onlinePaise + officePaise > 0 ? 'Cancel the order and refund' : 'Cancel the order'}
      cancelHref={schoolPaths.order(id)}
    >
      <p>Its pieces can be sold again, and the student owes nothing for it. This cannot be undone.</p>
      <input type="hidden" name="given_paise" value={onlinePaise + officePaise} />
      {onlinePaise > 0 ? (
        <p>{`${exact(onlinePaise)} will be refunded by Razorpay to the account or card it came from, within a few days.`}</p>
      ) : null}
      <TextField
        {...fieldProps(fields.reason)}
        label="Reason"
        hint="The student will read it with the order"
        required
        maxLength={maxReasonLength}
        autoComplete="off"
      />
      {officePaise > 0 ? <p>{`${exact(officePaise)} was paid at the office and is refunded there.`}</p> : null}
      <HandedBack fields={fields} isOffice={officePaise > 0} asksPassword={asksPassword} />
    </OfficeForm>
  )
}
