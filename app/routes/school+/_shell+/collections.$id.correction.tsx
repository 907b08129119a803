import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { redirectWithToast } from '~/http/toast.server'
import { cancelPayment } from '~/models/ledger/cancel-payment.server'
import { findPayment } from '~/models/ledger/queries.server'
import { reasonSchema } from '~/models/ledger/schema'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Recorded by mistake', { hasForm: true })

const obstacles = {
  online: 'This money did come, through the payment provider: refund it instead.',
  'not-paid': 'It is not booked as paid any more, or money of it was given back.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const obstacle =
    payment.method === 'online' ? obstacles.online : payment.state === 'paid' ? null : obstacles['not-paid']
  return {
    id: payment.publicId,
    student: payment.student.name,
    amountPaise: payment.amountPaise,
    receipt: payment.receipt?.number ?? null,
    obstacle,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const paymentId = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, reasonSchema)
  if (!form.ok) {
    foundOr404(await findPayment(scope, paymentId))
    return form.reply()
  }
  const cancelled = await cancelPayment(scope, { paymentId, reason: form.value.reason })
  if (!cancelled.ok) {
    if (cancelled.reason === 'not-found') throw new Response(null, { status: 404 })
    return form.refuse(obstacles[cancelled.reason])
  }
  return redirectWithToast(paths.school.payment(paymentId), {
    type: 'success',
    title: 'Updated!',
    message: 'The payment is cancelled; its dues are owed again.',
  })
}

export default function CorrectionPage() {
  const { id, student, amountPaise, receipt, obstacle } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Was this payment recorded by mistake?"
        context={`${formatPaise(amountPaise, { style: 'exact' })} from ${student}`}
      />
      <ReasonForm
        obstacle={obstacle}
        submit="Cancel the payment"
        backHref={paths.school.payment(id)}
        lastResult={useActionData<typeof action>()}
      >
        <p>
          For the wrong student, the wrong amount, or a payment written down twice. It counts no longer, its dues are
          owed again, and receipt {receipt} is cancelled; it keeps its number. Then record the payment as it was. If the
          money did come and is handed back, refund it instead.
        </p>
      </ReasonForm>
    </>
  )
}
