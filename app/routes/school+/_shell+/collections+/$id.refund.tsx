import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import {
  foundOr404,
  isPasswordFresh,
  parseForm,
  passwordRefusal,
  redirectWithToast,
  requireStaff,
} from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findRefundable } from '~/models/ledger/payment-details.server'
import { requestRefund } from '~/models/ledger/refunds.server'
import { refundSchema } from '~/models/ledger/schema'
import { isPublicId } from '~/models/shared/public-id.server'
import { RefundForm } from './__refund-form'

export const handle = pageTitle(() => 'Refund', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'payments:correct')
  const payment = foundOr404(isPublicId(params.id) ? await findRefundable(staff.scope, params.id) : null)
  return {
    id: payment.publicId,
    student: payment.studentName,
    isOnline: payment.method === 'online',
    parts: payment.parts,
    asksPassword: !isPasswordFresh(staff),
    formKey: randomUUID(),
  }
}

const refusals = {
  'not-paid': 'No part of this payment can be refunded any more.',
  'too-small': 'Razorpay cannot refund less than ₹1.',
  'one-capture-at-a-time':
    'This payment was received in two parts, and Razorpay refunds at most one part at a time. Refund it in two parts.',
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'payments:correct')
  const payment = foundOr404(isPublicId(params.id) ? await findRefundable(staff.scope, params.id) : null)
  const isOnline = payment.method === 'online'
  const form = await parseForm(request, refundSchema({ isOnline }), { secret: ['password'] })
  if (!form.ok) return form.reply()
  const { from, amount, reason, given_by, given_reference, form_key, password } = form.value
  const wrongPassword = await passwordRefusal(request, staff, password)
  if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  const requested = await requestRefund(staff.scope, {
    paymentId: payment.publicId,
    from: from === 'any' || from === 'excess' ? from : { dueId: from },
    amountPaise: amount,
    reason,
    givenBy: given_by ?? null,
    givenReference: given_reference ?? null,
    formKey: form_key,
  })
  if (requested.ok) {
    return redirectWithToast(schoolPaths.payment(payment.publicId), {
      type: 'success',
      title: 'Updated!',
      message: isOnline ? 'The refund has been requested from Razorpay.' : 'The refund is recorded.',
    })
  }
  if (requested.reason === 'not-found') throw new Response(null, { status: 404 })
  if (requested.reason === 'too-much') {
    return form.refuse(null, { amount: ['This is more than can be refunded of it'] })
  }
  return form.refuse(refusals[requested.reason])
}

export default function RefundPage() {
  const view = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Refund" context={`Payment of ${view.student}`} />
      {view.parts.length === 0 ? (
        <div className="card">
          <Alert tone="bad" title="Nothing can be refunded">
            <p>Nothing of this payment is left to refund, or it has not been paid.</p>
          </Alert>
          <p className="actions">
            <ButtonLink href={schoolPaths.payment(view.id)} variant="secondary">
              Back
            </ButtonLink>
          </p>
        </div>
      ) : (
        <RefundForm {...view} lastResult={lastResult} />
      )}
    </>
  )
}
